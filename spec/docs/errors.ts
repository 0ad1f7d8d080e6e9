import { readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readCorpus } from '../src/corpus.ts';

export interface DocumentedError {
  status: string;
  message: string;
  /** Markdown: why the error occurs, and what to do. */
  cause: string;
}

/** The errors of the corpus with their causes, by status. @throws Error naming those that `error-causes.yaml` lacks */
export function readErrors(): DocumentedError[] {
  const causes: Record<string, string> = parse(readFileSync(join(import.meta.dirname, 'error-causes.yaml'), 'utf8'));
  const cases = readCorpus().filter(({ schema, name }) => schema === 'Error' && /^\d{3}/.test(name));
  const names = cases.map(({ name }) => name);
  const wrong = [
    ...names.filter((name) => !(name in causes)),
    ...Object.keys(causes).filter((name) => !names.includes(name)),
  ];
  if (wrong.length > 0) throw new Error(`error-causes.yaml and the corpus differ in ${wrong.join(', ')}`);
  return cases.map(({ name, value }) => ({
    status: name.slice(0, 3),
    message: (value as { message: string }).message,
    cause: causes[name]!,
  }));
}

/** The page of all errors, in Markdown. */
export function errorPage(errors: DocumentedError[]): string {
  const groups = Map.groupBy(errors, ({ status }) => status);
  const sections = Array.from(groups, ([status, all]) =>
    [
      `## ${status} ${STATUS_CODES[status] ?? ''}`,
      ...all.map(({ message, cause }) => `### ${message.replace(/[*_<>[\]`]/g, '\\$&')}\n\n${cause}`),
    ].join('\n\n'),
  );
  return `# Error messages

Every kind of error message of the API with its cause and what to do. Names, ids and values in your message differ. The guide
[Errors](../guides/errors.md) explains how to handle errors in a program.

${sections.join('\n\n')}
`;
}
