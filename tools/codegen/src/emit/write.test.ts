import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MARK } from './header.ts';
import { writeFiles } from './write.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'codegen-'));
});
afterEach(() => rm(folder, { recursive: true }));

const listed = async () => (await readdir(folder, { recursive: true })).sort();

test('writes files in folders', async () => {
  const files = new Map([
    ['b/deep/two.ts', 'two'],
    ['one.ts', 'one'],
  ]);
  expect(await writeFiles(folder, files)).toEqual({ written: 2, unchanged: 0, removed: 0 });
  expect(await readFile(path.join(folder, 'b/deep/two.ts'), 'utf8')).toBe('two');
});

test('does not touch a file that has its text already', async () => {
  const file = path.join(folder, 'one.ts');
  await writeFiles(folder, new Map([['one.ts', 'one']]));
  const past = new Date(2000, 1, 1);
  await utimes(file, past, past);
  expect(await writeFiles(folder, new Map([['one.ts', 'one']]))).toEqual({ written: 0, unchanged: 1, removed: 0 });
  expect((await stat(file)).mtime).toEqual(past);
});

test('removes generated files that are no longer wanted, their empty folders, and nothing else', async () => {
  await writeFiles(folder, new Map([['old/gone.ts', `${MARK} from "T" 1 (0). Do not edit.\n`]]));
  await writeFile(path.join(folder, 'mine.ts'), '// written by hand\n');
  expect(await writeFiles(folder, new Map([['new.ts', MARK]]))).toEqual({ written: 1, unchanged: 0, removed: 1 });
  expect(await listed()).toEqual(['mine.ts', 'new.ts']);
});
