import { expect, test } from 'vitest';
import { addressOf, entryOf, parseEntry } from './entry.ts';

test.each([
  ['Ada@EXAMPLE.org', 'ada@example.org'],
  ['*@Example.ORG', '*@example.org'],
  ['*@münchen.example', '*@xn--mnchen-3ya.example'],
  ['PostMaster@*', 'postmaster@*'],
  ['žofie@*', 'žofie@*'],
  ['Ž@bücher.example', 'ž@xn--bcher-kva.example'],
  ['A\\*B@example.org', 'a\\*b@example.org'],
  ['\\*@example.org', '\\*@example.org'],
  ['a\\*@*', 'a\\*@*'],
])('%s is %s', (text, wanted) => {
  expect(parseEntry(text)).toBe(wanted);
});

test.each([
  '*@*',
  '*@',
  '@*',
  '*@localhost',
  '*@*.example.org',
  'a*@example.org',
  'a*@*',
  'a\\**@example.org',
  'a\\b@example.org',
  'a..b@*',
  '*@-x.org',
  'ada',
  '@@',
])('%s matches no address', (text) => {
  expect(parseEntry(text)).toBeUndefined();
});

test.each([
  ['ada@example.org', 'ada@example.org'],
  ['*@example.org', '\\*@example.org'],
  ['a**b@example.org', 'a\\*\\*b@example.org'],
])('the address %s has the entry %s, which is no pattern', (address, entry) => {
  expect(entryOf(address)).toBe(entry);
  expect(parseEntry(entry)).toBe(entry);
  expect(addressOf(entry)).toBe(address);
});

test.each(['*@example.org', 'postmaster@*', 'a\\*@*'])('%s is no single address', (entry) => {
  expect(addressOf(entry)).toBeUndefined();
});
