import type { Content } from '@mailwright/codegen/description';
import { expect, test } from 'vitest';
import { encodeForm } from './form.ts';

const form: Content['form'] = {
  fields: {
    title: {},
    scan: { file: true },
    photo: { file: true, types: ['image/png', 'image/jpeg'] },
    pages: { file: true, array: true },
    tags: { json: true, type: 'application/json' },
    words: { array: true, separator: ',' },
    color: { object: 'deep', members: { rgb: { array: true } } },
    size: { object: 'pairs', separator: '|' },
    place: { object: 'spread' },
    signed: { headers: { 'X-Hash': { schema: {} } } },
  },
};
const file = ['filename="contract.bin"', 'Content-Type: application/octet-stream'];

test.each<[string, unknown, string[]]>([
  ['title', 'a', []],
  ['scan', 'bytes', file],
  ['photo', 'bytes', ['filename="contract.bin"', 'Content-Type: image/png']],
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

test.each<[string, unknown, string]>([
  ['color', { rgb: [1, 2], name: 'red' }, 'color[rgb]=1&color[rgb]=2&color[name]=red'],
  ['size', { width: 3, height: 4 }, 'size=width|3|height|4'],
  ['place', { street: 'a', city: 'b' }, 'street=a&city=b'],
])('the object %s', (name, value, wanted) => {
  const sent = encodeForm({ mediaType: 'application/x-www-form-urlencoded', form }, { [name]: value });
  expect(decodeURIComponent(sent)).toBe(wanted);
});

test('a part with headers of its own', () => {
  const value = { signed: { value: 'a', headers: { 'X-Hash': 'abc' } } };
  expect(encodeForm({ mediaType: 'multipart/form-data', form }, value)).toContain('\r\nX-Hash: abc\r\n\r\na\r\n');
});
