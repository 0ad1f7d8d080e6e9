import { YamlParseError } from '@redocly/openapi-core';

/** Why a file of a description, or one that goes with it, was not read, and what to do: `kind` is what it should be. */
export function unreadable(error: Error & { originalError?: Error }, kind: string): string {
  const cause = error.originalError ?? error;
  const { code } = cause as NodeJS.ErrnoException;
  if (code === 'ENOENT') return `there is no such file; give the file or the URL of ${kind}`;
  if (code === 'EACCES' || code === 'EPERM') return 'this user may not read it; give the right to';
  if (cause.message.startsWith('Expected a file')) return `this is a folder; give the file of ${kind} in it`;
  if (error instanceof YamlParseError) return `this is neither YAML nor JSON; correct it: ${firstLine(cause.message)}`;
  if (cause.message === 'fetch failed') return `nothing responds there${because(cause)}; check the address`;
  const status = /^Failed to load .*: (\d{3})/.exec(cause.message)?.[1];
  if (status !== undefined) return `the answer was ${status}; give the address at which there is ${kind}`;
  return firstLine(cause.message);
}

const firstLine = (text: string) => text.split('\n')[0]!;

/** Node keeps the reason of a failed `fetch` apart. */
const because = ({ cause }: Error) => (cause instanceof Error && cause.message ? ` (${cause.message})` : '');
