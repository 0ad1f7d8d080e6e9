import { expect, test } from 'vitest';
import { cutHead } from './head.ts';

test.each([
  ['a short mail', 'a\nb', 3],
  ['a long line', 'a'.repeat(300_000), 262_144],
  ['many empty lines', '\n'.repeat(5000), 4000],
  ['many lines with an end', 'ab\r\n'.repeat(4001), 16_000],
  ['exactly as many lines as are read', 'a\n'.repeat(4000), 8000],
])('of %s, %s bytes are read', (_, mail, wanted) => {
  expect(cutHead(Buffer.from(mail)).length).toBe(wanted);
});
