import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SourceRow } from '../../imports/index.ts';
import type { KnownBy } from '../../people/index.ts';
import { type ImportRun, runImport } from './run.ts';

const place = () => {
  const directory = mkdtempSync(join(tmpdir(), 'mailwright-import-'));
  const path = join(directory, 'readers.csv');
  writeFileSync(path, 'x'.repeat(100));
  return { directory, path };
};
const contact = (line: number, email: string, external_id?: string): SourceRow => ({
  line,
  contact: { email, ...(external_id !== undefined && { external_id }) },
});

/** An import into a service that refuses addresses without a sign, and counts the others as new. */
function importing(path: string, rows: SourceRow[], options: Partial<ImportRun> = {}) {
  const stored: string[] = [];
  const shares: number[] = [];
  let read = 0;
  async function* source() {
    for (const row of rows) {
      read += 100 / rows.length;
      yield row;
    }
  }
  const run = runImport({
    path,
    rows: source(),
    bytesRead: () => read,
    knownBy: 'email',
    resume: false,
    dryRun: false,
    async store(contacts) {
      const isBad = ({ email }: { email?: string | null }) => !email?.includes('@');
      const invalid = contacts.flatMap((each, index) => (isBad(each) ? [{ index, code: 3, field: 'email' }] : []));
      stored.push(...contacts.filter((each) => !isBad(each)).map(({ email }) => email!));
      return { created: contacts.length - invalid.length, existing: 0, unsubscribed: 0, asked: 0, invalid };
    },
    onProgress: (_, bytes) => shares.push(bytes),
    stopped: () => false,
    ...options,
  });
  return run.then((state) => ({ state, stored, shares }));
}

const far = Array.from({ length: 10_000 }, (_, n) => contact(n + 10, `reader${n}@example.org`));
test.each<[what: string, knownBy: KnownBy, rows: SourceRow[], duplicates: number, invalid: number]>([
  ['the same address far behind', 'email', [...far, contact(20_000, 'Reader7@EXAMPLE.org')], 1, 0],
  ['an invalid row before', 'email', [contact(2, 'nobody'), contact(3, 'nobody'), contact(4, 'a@b.example')], 0, 2],
  [
    'by external id, whatever the address',
    'external id',
    [...far.map((_, n) => contact(n, 'a@b.example', `c-${n}`)), contact(20_000, 'x@y.example', 'c-7')],
    1,
    0,
  ],
])('duplicates are counted apart: %s', async (_, knownBy, rows, duplicates, invalid) => {
  const { path } = place();
  const { state, stored } = await importing(path, rows, { knownBy });
  expect(state).toMatchObject({ rows: rows.length, duplicates, invalid });
  expect(stored).toHaveLength(rows.length - duplicates - invalid);
});

test('progress is that of the rows that are stored', async () => {
  const { path } = place();
  const rows = Array.from({ length: 25_000 }, (_, n) => contact(n + 2, `reader${n}@example.org`));
  const { shares } = await importing(path, rows);
  expect(shares.map((share) => Math.round(share))).toEqual([40, 80, 100]);
});

test('no file without errors, and none is overwritten', async () => {
  const { path, directory } = place();
  await importing(path, [contact(2, 'a@b.example')]);
  expect(readdirSync(directory)).toEqual(['readers.csv']);
  for (const bad of ['first', 'second', 'third']) await importing(path, [contact(2, bad)]);
  const names = ['readers.csv.errors.csv', 'readers.csv.errors.2.csv', 'readers.csv.errors.3.csv'];
  expect(readdirSync(directory).sort()).toEqual(['readers.csv', ...names].sort());
  expect(names.map((name) => readFileSync(join(directory, name), 'utf8').split('\r\n')[1]?.split(',')[1])).toEqual([
    'first',
    'second',
    'third',
  ]);
  const errors = join(directory, names[0]!);
  await expect(importing(path, [contact(2, 'bad')], { errors })).rejects.toThrow('already exists');
});

test('a file that cannot be read leaves nothing behind', async () => {
  const { directory, path } = place();
  async function* unreadable() {
    yield contact(1, 'ada@example.org');
    throw new Error('not UTF-8');
  }
  await expect(importing(path, [], { rows: unreadable() })).rejects.toThrow('not UTF-8');
  expect(readdirSync(directory)).toEqual(['readers.csv']);
});

test('a resumed import goes on with its list', async () => {
  const { path, directory } = place();
  const rows = Array.from({ length: 30_000 }, (_, n) => contact(n + 2, n % 10_000 === 0 ? 'bad' : `r${n}@example.org`));
  let asked = 0;
  const first = await importing(path, rows, { stopped: () => ++asked > 1 });
  expect(first.state).toMatchObject({ complete: false, rows: 10_000, invalid: 1 });
  const told: number[] = [];
  const onFaults: ImportRun['onFaults'] = (faults) => told.push(...faults.map(({ line }) => line));
  const { state } = await importing(path, rows, { resume: true, onFaults });
  expect(state).toMatchObject({ complete: true, rows: 30_000, created: 29_997, invalid: 3 });
  expect(told).toEqual([2, 10_002, 20_002]);
  expect(readdirSync(directory)).toEqual(['readers.csv', 'readers.csv.errors.csv']);
  expect(readFileSync(state.errorFile!, 'utf8').trim().split('\r\n')).toHaveLength(4);
});

test('an import that is cut when its list has just begun goes on with this list', async () => {
  const { path, directory } = place();
  const rows = Array.from({ length: 30_000 }, (_, n) =>
    contact(n + 2, n > 15_000 && n % 5000 === 1 ? 'bad' : `r${n}@example.org`),
  );
  const cut = () => {
    throw new Error('cut');
  };
  await expect(importing(path, rows, { onFaults: cut })).rejects.toThrow('cut');
  const { state } = await importing(path, rows, { resume: true });
  expect(state).toMatchObject({ complete: true, rows: 30_000, invalid: 3 });
  expect(readdirSync(directory)).toEqual(['readers.csv', 'readers.csv.errors.csv']);
  expect(readFileSync(state.errorFile!, 'utf8').trim().split('\r\n')).toHaveLength(4);
});

test('a resumed import knows the contacts that were stored before', async () => {
  const { path } = place();
  const rows = Array.from({ length: 10_000 }, (_, n) => contact(n + 2, n === 0 ? 'bad' : `r${n}@example.org`));
  rows.push(contact(20_000, 'R7@example.org'), contact(20_001, 'bad'), contact(20_002, 'new@example.org'));
  let asked = 0;
  await importing(path, rows, { stopped: () => ++asked > 1 });
  const { state, stored } = await importing(path, rows, { resume: true });
  expect(state).toMatchObject({ complete: true, duplicates: 1, invalid: 2 });
  expect(stored).toEqual(['new@example.org']);
});

test('a file that cannot be read to its end is imported up to there, and from there once it is repaired', async () => {
  const { path, directory } = place();
  const rows = Array.from({ length: 25_000 }, (_, n) => contact(n + 2, n === 5 ? 'bad' : `r${n}@example.org`));
  async function* broken() {
    yield* rows.slice(0, 23_000);
    throw new Error('not UTF-8');
  }
  const first = await importing(path, [], { rows: broken() });
  expect(first.state).toMatchObject({ complete: false, rows: 20_000, created: 19_999, invalid: 1 });
  expect(first.state.fault?.message).toBe('not UTF-8');
  writeFileSync(path, 'x'.repeat(99));
  const { state, stored } = await importing(path, rows, { resume: true });
  expect(state).toMatchObject({ complete: true, rows: 25_000, created: 24_999, invalid: 1 });
  expect(stored).toHaveLength(5000);
  expect(readdirSync(directory)).toEqual(['readers.csv', 'readers.csv.errors.csv']);
});

test.each<[what: string, change: (rows: SourceRow[]) => SourceRow[]]>([
  ['another row', (rows) => rows.with(3, contact(5, 'other@example.org'))],
  ['a row more', (rows) => [contact(2, 'other@example.org'), ...rows]],
  ['fewer rows', (rows) => rows.slice(0, 9000)],
])('an import is not resumed if what is imported was changed: %s', async (_, change) => {
  const { path } = place();
  const rows = Array.from({ length: 20_001 }, (_, n) => contact(n + 2, `r${n}@example.org`));
  let asked = 0;
  await importing(path, rows, { stopped: () => ++asked > 1 });
  await expect(importing(path, change(rows), { resume: true })).rejects.toThrow('were changed since');
});
