import { expect, test } from 'vitest';
import { parseEntry } from './entry.ts';

test.each([
  ['Ada@EXAMPLE.org', 'ada@example.org'],
  ['*@Example.ORG', '*@example.org'],
  ['*@münchen.example', '*@xn--mnchen-3ya.example'],
  ['PostMaster@*', 'postmaster@*'],
  ['žofie@*', 'žofie@*'],
  ['Ž@bücher.example', 'ž@xn--bcher-kva.example'],
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
  'a..b@*',
  '*@-x.org',
  'ada',
  '@@',
])('%s matches no address', (text) => {
  expect(parseEntry(text)).toBeUndefined();
});
