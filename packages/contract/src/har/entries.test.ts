import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { findEntries } from './entries.ts';

const LIMIT = 1_000;
const har = (...entries: unknown[]) => JSON.stringify({ log: { version: '1.2', entries } });

/** Entries of a text that comes in pieces of this many bytes. */
async function found(text: string | Uint8Array, size = 3) {
  const bytes = Buffer.from(text as string);
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  );
  const all: (string | undefined)[] = [];
  for await (const each of findEntries(Readable.from(pieces), LIMIT)) {
    expect(each.number).toBe(all.length + 1);
    all.push(each.text);
  }
  return all;
}

test.each<[string, string, unknown[]]>([
  ['none', har(), []],
  ['one', har({ a: 1 }), [{ a: 1 }]],
  ['several', har({ a: [1, { b: ',' }] }, { c: {} }, 7), [{ a: [1, { b: ',' }] }, { c: {} }, 7]],
  [
    'brackets and quotes in texts',
    har({ text: '\\"]}, {"entries": [' }, { text: 'ü' }),
    [{ text: '\\"]}, {"entries": [' }, { text: 'ü' }],
  ],
  [
    'white space and a mark',
    `\ufeff \n${JSON.stringify({ log: { entries: [{ a: 1 }, { b: 2 }] } }, undefined, 2)}\n`,
    [{ a: 1 }, { b: 2 }],
  ],
  [
    'entries of others',
    `{"entries":[0],"log":{"pages":[{"entries":[1]}],"entries":[{"log":{"entries":[2]}}],"more":{"entries":[3]}},"log2":{"entries":[4]}}`,
    [{ log: { entries: [2] } }],
  ],
])('%s', async (_, text, wanted) => {
  for (const size of [1, 3, 10_000]) expect((await found(text, size)).map((each) => JSON.parse(each!))).toEqual(wanted);
});

test('an entry that is too long is left out, and the next is read', async () => {
  expect(await found(har({ a: 'x'.repeat(LIMIT) }, { b: 1 }))).toEqual([undefined, '{"b":1}']);
});

test.each<[string, string | Uint8Array, RegExp]>([
  ['nothing', '', /is empty/],
  ['next to nothing', '{}', /too short/],
  ['cut off within an entry', har({ a: 1 }, { b: 'x' }).slice(0, -8), /ends after 1 entries, .* cut off/],
  ['cut off before the entries', '{"log":{"version":', /no entries up to there/],
  ['a description', '{"openapi":"3.1.0","paths":{}}', /no list log\.entries/],
  ['entries of another form', '{"log":{"entries":{}}}', /no list log\.entries/],
  ['YAML', 'openapi: 3.1.0', /does not begin with \{/],
  ['a page', ' <!doctype html>', /does not begin with \{/],
  ['a list', '[{"log":{"entries":[]}}]', /does not begin with \{/],
  ['ZIP', Buffer.from('PK\u0003\u0004'), /ZIP archive: unpack/],
  ['gzip', Buffer.from([0x1f, 0x8b, 8, 0]), /compressed: unpack/],
  ['UTF-16', Buffer.from(`\ufeff${har()}`, 'utf16le'), /UTF-16: save it in UTF-8/],
])('no HAR: %s', async (_, text, message) => {
  await expect(found(text, 10_000)).rejects.toThrow(message);
});
