import { appendFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openJournal, readJournal } from './journal.ts';

const room = mkdtempSync(join(tmpdir(), 'journal-'));
afterAll(() => rmSync(room, { recursive: true }));
const run = { description: 'openapi.yaml', target: 'http://a/1.0', seed: 'x' };
const request = (method: string, path: string) => ({
  method,
  url: `http://a/1.0${path}`,
  headers: [],
  body: Buffer.from('{}'),
});

test('what was made and not taken away is known, whenever the run ends', () => {
  const file = join(room, 'a.jsonl');
  const journal = openJournal(file, run);
  const answered = journal.sending('smallest request', request('POST', '/pets'));
  journal.made('pet', '/pets/1');
  answered(201);
  journal.made('pet', '/pets/2');
  journal.gone('/pets/1');
  journal.sending('read', request('GET', '/pets/2'));
  journal.sending('another', request('POST', '/pets'));
  journal.undoable('cage', [{ operation: 'deleteCage' }], { cage: 7 });
  // Killed in the middle of a line.
  appendFileSync(file, '{"made":"/pets/');
  expect(readJournal(file)).toEqual({
    run,
    things: [{ kind: 'pet', path: '/pets/2' }],
    undos: [{ purpose: 'cage', undo: [{ operation: 'deleteCage' }], known: { cage: 7 } }],
    unanswered: [{ method: 'POST', path: '/1.0/pets', body: '{}' }],
  });
  journal.discard();
  expect(existsSync(file)).toBe(false);
});

test.each([
  ['another file', '{"a":1}\n'],
  ['an empty file', ''],
])('%s is no journal', (_, text) => {
  const file = join(room, 'b');
  writeFileSync(file, text);
  expect(() => readJournal(file)).toThrow(/is no journal/);
});
