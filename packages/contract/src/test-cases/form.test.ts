import type { Content } from '@mailwright/codegen/description';
import { expect, test } from 'vitest';
import { encodeForm } from './form.ts';

const form: Content['form'] = {
  title: {},
  scan: { file: true },
  pages: { file: true, array: true },
  tags: { json: true, type: 'application/json' },
  words: { array: true, separator: ',' },
};
const file = ['filename="contract.bin"', 'Content-Type: application/octet-stream'];

test.each<[string, unknown, string[]]>([
  ['title', 'a', []],
  ['scan', 'bytes', file],
  ['pages', ['one', 'two'], [...file, ...file]],
  ['tags', ['a', 'b'], ['Content-Type: application/json']],
  ['other', ['a', 'b'], []],
])('the part %s', (name, value, wanted) => {
  const told = encodeForm({ mediaType: 'multipart/form-data', form }, { [name]: value });
  expect(told.match(/filename="[^"]*"|Content-Type: \S+/g) ?? []).toEqual(wanted);
});

test('a form in the style of addresses has no parts', () => {
  const sent = { scan: 'a b', words: ['a', 'b'], other: ['c', 'd'] };
  expect(encodeForm({ mediaType: 'application/x-www-form-urlencoded', form }, sent)).toBe(
    'scan=a+b&words=a%2Cb&other=c&other=d',
  );
});
