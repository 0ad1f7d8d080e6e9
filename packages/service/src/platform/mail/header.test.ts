import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { addressLine, textLine } from './header.ts';

test.each([
  'Hello',
  '=?utf-8?Q?=0D=0ABcc:_all=40victim.example?=',
  '50 % =? off',
  '=?',
  'Привет 2 мира',
  'x'.repeat(3000),
  `${'long '.repeat(300)}end`,
])('readers see the subject %s as it was written', async (subject) => {
  const line = textLine('Subject', subject);
  expect(Math.max(...line.split('\r\n').map(({ length }) => length))).toBeLessThanOrEqual(998);
  expect((await PostalMime.parse(`${line}\r\nx\r\n`)).subject).toBe(subject);
});

test.each(['Ada', 'Ada "the" L.', '=?utf-8?Q?Fake?=', 'Jörg', 'x'.repeat(1200)])('and the name %s', async (name) => {
  const line = addressLine('From', { name, address: 'ada@example.com' });
  expect((await PostalMime.parse(`${line}\r\nx\r\n`)).from).toEqual({ name, address: 'ada@example.com' });
});
