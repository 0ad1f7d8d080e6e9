import { expect, test } from 'vitest';
import { toEcmaPattern } from './pattern-dialect.ts';

test.each([
  ['\\A[a-z]+\\Z', '^[a-z]+$', 'abc', 'abc1'],
  ['^\\Ax\\z$', '^^x$$', 'x', 'xy'],
  ['^[[:alpha:]_]+$', '^[A-Za-z_]+$', 'a_B', 'a1'],
  ['^[^[:space:]]$', '^[^\\s]$', 'x', ' '],
  ['^[[:xdigit:]]{2}$', '^[0-9A-Fa-f]{2}$', 'fF', 'fg'],
  ['/^ab[c-e]-9$/i', '^[aA][bB][c-eC-E]-9$', 'AbD-9', 'Abf-9'],
  ['(?i)^[a-z]x$', '^[a-zA-Z][xX]$', 'QX', '_x'],
  ['^a{,3}$', '^a{0,3}$', 'aa', 'aaaa'],
  ['^(?P<year>\\d{4})-(?P=year)$', '^(?<year>\\d{4})-\\k<year>$', '2031-2031', '2031-2032'],
  ['^a(?#first)b$', '^ab$', 'ab', 'a'],
  ['^\\h$', '^[ \\t]$', '\t', 'h'],
  ['^[]x]+$', '^[\\]x]+$', ']x', 'y'],
])('%s is %s', (source, wanted, fits, other) => {
  const ecma = toEcmaPattern(source);
  expect(ecma).toBe(wanted);
  expect([RegExp(ecma!, 'u').test(fits), RegExp(ecma!, 'u').test(other)]).toEqual([true, false]);
});

test.each([
  '^[a-z0-9-]+$',
  '^/api/v1/$',
  '/a/',
  '^\\/(a|b)\\/$',
  '^[\\w.\\-+/]{1,63}$',
  '^\\p{L}+\\u00e9\\x41\\cA$',
  '^(?=.*\\d)(?<year>\\d+)(?!x)$',
  '^\\S+@\\S+\\.[A-Za-z]{2,}$',
  '^[^[\\]]*$',
  "^[\\'\\_\\@]$",
  '^😀{2}$',
  '',
])('%s stays as it is', (source) => {
  expect(toEcmaPattern(source)).toBe(source);
});

test.each([
  '(?>a+)b',
  '^a++$',
  '^[a-z&&[^aeiou]]+$',
  '^\\p{IsGreek}$',
  '^\\i\\c*$',
  '\\Qa.b\\E',
  '(?x) a b',
  '^[[:^alpha:]]$',
  '(',
])('%s has no form', (source) => {
  expect(toEcmaPattern(source)).toBeUndefined();
});
