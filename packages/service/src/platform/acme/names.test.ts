import { expect, test } from 'vitest';
import { haveSameNames, readNames } from './names.ts';

test.each([
  ['news.example.com', ['news.example.com']],
  ['News.Example.COM.', ['news.example.com']],
  ['a.example, b.example,a.example', ['a.example', 'b.example']],
  ['bücher.example', ['xn--bcher-kva.example']],
])('%s', (text, wanted) => {
  expect(readNames(text)).toEqual(wanted);
});

test.each([
  ['*.example.com', 'cannot be proven'],
  ['localhost', 'is not the name of a host'],
  ['192.0.2.1', 'is not the name of a host'],
  ['::1', 'is not the name of a host'],
  ['https://news.example.com', 'is not the name of a host'],
  ['news.example.com:443', 'is not the name of a host'],
  ['a_b.example.com', 'is not the name of a host'],
  ['', 'is not the name of a host'],
  ['a.example,', 'is not the name of a host'],
  [Array.from({ length: 21 }, (_, index) => `n${index}.example`).join(','), '20 names at most'],
])('%s is refused', (text, fault) => {
  expect(() => readNames(text)).toThrow(fault);
});

test('the order of names does not matter', () => {
  expect(haveSameNames(['a.example', 'b.example'], ['b.example', 'a.example'])).toBe(true);
  expect(haveSameNames(['a.example'], ['a.example', 'b.example'])).toBe(false);
});
