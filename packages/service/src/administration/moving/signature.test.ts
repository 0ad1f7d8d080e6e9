import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { readMoveKey, signed, verified } from './signature.ts';

const key = 'the key that both installations know';
const content = Buffer.from('what a file has, which is longer than its signature');
const chunksOf = (bytes: Buffer, size: number) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size)),
  );
const file = await buffer(signed(chunksOf(content, 7), key));
const read = (bytes: Buffer, size: number, by = key) => buffer(verified(chunksOf(bytes, size), by));

test.each([1, 7, 31, 32, 33, 1000])('what was signed is read in chunks of %i bytes', async (size) => {
  expect(await read(file, size)).toEqual(content);
});

test('any other byte, length or key is noticed', async () => {
  for (let at = 0; at < file.length; at++) {
    const changed = Buffer.from(file);
    changed[at]! ^= 1;
    await expect(read(changed, 16)).rejects.toThrow('its signature');
    await expect(read(file.subarray(0, at), 16)).rejects.toThrow('its signature');
  }
  await expect(read(Buffer.concat([file, Buffer.from('x')]), 16)).rejects.toThrow('its signature');
  await expect(read(file, 16, `${key}!`)).rejects.toThrow('its signature');
});

test.each([
  [undefined, 'give the key that both installations have with --move-key-file'],
  ['short\n', 'has 5 characters; a key has 32 at least'],
  ['\n', 'must contain exactly one line'],
])('a key file with %j is refused', (text, wanted) => {
  const path = join(mkdtempSync(join(tmpdir(), 'mailwright-key-')), 'move.key');
  if (text !== undefined) writeFileSync(path, text);
  expect(() => readMoveKey(text === undefined ? undefined : path)).toThrow(wanted);
});
