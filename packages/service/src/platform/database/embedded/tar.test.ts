import { expect, test } from 'vitest';
import { readTar } from './tar.ts';

function entry(path: string, type: string, content = '', prefix = ''): Buffer {
  const header = Buffer.alloc(512);
  header.write(path, 0);
  header.write(`${content.length.toString(8).padStart(11, '0')} `, 124);
  header.write(type, 156);
  header.write(prefix, 345);
  return Buffer.concat([header, Buffer.from(content.padEnd(Math.ceil(content.length / 512) * 512, '\0'))]);
}

const end = Buffer.alloc(1024);
const read = (...parts: Buffer[]) =>
  [...readTar(Buffer.concat(parts))].map((found) =>
    found.kind === 'file' ? [found.path, Buffer.from(found.content).toString()] : found.path,
  );

test('reads directories, files of any length, and long paths', () => {
  const long = 'x'.repeat(513);
  expect(
    read(
      entry('/base/', '5'),
      entry('/base/1', '0', 'one'),
      entry('./empty', '0'),
      entry('long', '0', long, 'a/b'),
      end,
    ),
  ).toEqual(['base/', ['base/1', 'one'], ['empty', ''], ['a/b/long', long]]);
});

test.each([
  ['a path that leaves the directory', [entry('../x', '0', 'y'), end], /outside of its directory: \.\.\/x/],
  ['a link', [entry('x', '2'), end], /unknown type 2: x/],
  ['an archive cut off', [entry('x', '0', 'y'.repeat(600)).subarray(0, 1000)], /ends too early/],
])('refuses %s', (_, parts, message) => {
  expect(() => read(...parts)).toThrow(message);
});
