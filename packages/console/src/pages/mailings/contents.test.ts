import { expect, test } from 'vitest';
import { withLineEnds } from './contents.ts';

test.each([
  ['a\r\nb', 'a\nb', 'a\nb'],
  ['a\r\nb', 'a\r\nb', 'a\r\nb'],
  ['a\r\nb', 'a\r\nb\n', 'a\r\nb'],
  ['a\r\nb', 'a\n', 'a\nb'],
  ['a\r\nb', '', 'a\nb'],
  ['a\r\nb\r\n', 'a\r\nb\n', 'a\r\nb\n'],
])('%j typed over %j is %j', (typed, stored, wanted) => {
  expect(withLineEnds(typed, stored)).toBe(wanted);
});
