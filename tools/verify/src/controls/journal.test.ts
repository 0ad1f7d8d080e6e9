import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openJournal } from './journal.ts';

const removal = { row: 'V1.2.4', file: 'store.ts', control: 'a', without: 'b' };
let directory: string;
let file: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'mailwright-journal-'));
  file = join(directory, 'not/yet/there.json');
});
afterEach(() => rmSync(directory, { recursive: true }));

test('an interrupted run knows what became of each removal', () => {
  const survivor = { ...removal, control: 'other' };
  openJournal(file, 'sources').add(removal, { killedBy: 'a test' });
  openJournal(file, 'sources').add(survivor, { killedBy: undefined });
  const journal = openJournal(file, 'sources');
  expect(journal.find(removal)).toEqual({ killedBy: 'a test' });
  expect(journal.find(survivor)).toEqual({});
  expect(journal.find({ ...removal, without: 'c' }), 'another removal of the row').toBeUndefined();
});

test('outcomes hold for the sources that they were found with', () => {
  openJournal(file, 'sources').add(removal, { killedBy: 'a test' });
  expect(openJournal(file, 'changed sources').find(removal)).toBeUndefined();
});

test('a run that has ended is not continued', () => {
  const journal = openJournal(file, 'sources');
  journal.add(removal, { killedBy: 'a test' });
  journal.end();
  expect(openJournal(file, 'sources').find(removal)).toBeUndefined();
});
