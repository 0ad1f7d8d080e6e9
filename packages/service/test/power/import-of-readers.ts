import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ImportRun, runImport } from '../../src/administration/import/run.ts';
import type { SourceRow } from '../../src/imports/index.ts';

const seconds = 1_700_000_000;
const rowsOfImport = 20_000;

/** The file that is imported; it counts as unchanged. */
export function putReaders(directory: string): void {
  writeFileSync(join(directory, 'readers.csv'), 'x'.repeat(100));
  keepTime(directory);
}

const keepTime = (directory: string) => utimesSync(join(directory, 'readers.csv'), seconds, seconds);

/** An import of rows of which each 1000th is invalid. */
export function importOf(directory: string): ImportRun {
  async function* rows(): AsyncGenerator<SourceRow> {
    for (let line = 0; line < rowsOfImport; line++) yield { line, contact: { email: `p${line}@example.org` } };
  }
  return {
    path: join(directory, 'readers.csv'),
    rows: rows(),
    bytesRead: () => 0,
    knownBy: 'email',
    resume: false,
    dryRun: false,
    store: async (contacts) => {
      const invalid = contacts.flatMap(({ email }, index) =>
        /^p\d*000@|^p0@/.test(email!) ? [{ index, code: 3, field: 'email' }] : [],
      );
      return { created: contacts.length - invalid.length, existing: 0, unsubscribed: 0, asked: 0, invalid };
    },
    onProgress: () => {},
    stopped: () => false,
  };
}

/** Goes on with the import; returns what its result and its list of errors lack then. */
export async function faultsOfImport(directory: string, resume: boolean): Promise<string[]> {
  keepTime(directory);
  const end = await runImport({ ...importOf(directory), resume });
  const lines = readFileSync(end.errorFile!, 'utf8').trim().split('\r\n');
  const wanted = Array.from(
    { length: rowsOfImport / 1000 },
    (_, n) => `${1000 * n},p${1000 * n}@example.org,,3,email,it is not an email address`,
  );
  return [
    ...(end.rows === rowsOfImport && end.invalid === wanted.length ? [] : [JSON.stringify(end)]),
    ...(lines.slice(1).join() === wanted.join() ? [] : [`the list is ${JSON.stringify(lines)}`]),
  ];
}
