import { readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { join } from 'node:path';
import { parse } from 'yaml';

export interface ErrorGroup {
  status: number;
  /** Absent if all messages of the status are in one group. */
  title?: string;
  /** Why each error occurs and what to do, in Markdown, by message. */
  messages: Record<string, string>;
}

/** All error messages of the API with their causes: `error-messages.yaml`. */
export function readErrors(): ErrorGroup[] {
  return parse(readFileSync(join(import.meta.dirname, 'error-messages.yaml'), 'utf8'));
}

/** The page of all error messages, in Markdown. */
export function errorPage(groups: readonly ErrorGroup[]): string {
  const sections = groups.map(({ status, title, messages }) =>
    [
      `## ${[`${status} ${STATUS_CODES[status]}`, title].filter(Boolean).join(': ')}`,
      ...Object.entries(messages).map(
        ([message, cause]) => `### ${message.replace(/[*_<>[\]`]/g, '\\$&')}\n\n${cause}`,
      ),
    ].join('\n\n'),
  );
  return `# Error messages

Every error message of the API with its cause and what to do. \`{…}\` stands for a name, an id or a value of your request. One
message can have several of these, separated by \`;\`. The guide [Errors](../guides/errors.md) explains how to handle errors in a
program.

${sections.join('\n\n')}
`;
}
