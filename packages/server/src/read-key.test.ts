import { expect, test } from 'vitest';
import { readKey } from './read-key.ts';

const base64 = (text: string | Uint8Array) => Buffer.from(text).toString('base64');
const longest = 'k'.repeat(265);

test.each([
  [`Basic ${base64('a-key-of-tests')}`, 'a-key-of-tests'],
  [`Basic ${base64('a-key-of-tests:')}`, 'a-key-of-tests'],
  [`basic ${base64('a-key-of-tests:')}`, 'a-key-of-tests'],
  [`BASIC   ${base64('a:key:with:colons')} `, 'a:key:with:colons'],
  [`Basic ${base64('a-key-of-tests').replace(/=+$/, '')}`, 'a-key-of-tests'],
  ['Bearer a-key-of-tests', 'a-key-of-tests'],
  ['bEARER a-key-of-tests', 'a-key-of-tests'],
  [`Bearer ${longest}`, longest],
  [`Basic ${base64(longest)}`, longest],
  ['Bearer 123456789012', '123456789012'],
])('%s holds %s', (header, key) => {
  expect(readKey(header)).toEqual({ key });
});

test.each([
  ['no header', undefined],
  ['an empty header', ''],
  ['no scheme', 'a-key-of-tests'],
  ['another scheme', 'Digest a-key-of-tests'],
  ['no credentials', 'Basic '],
  ['no base64', 'Basic a-key?of!tests'],
  ['eleven characters', 'Bearer 12345678901'],
  ['266 characters', `Bearer ${longest}k`],
  ['a key in two parts', 'Bearer a-key-of tests-1234'],
  ['no UTF-8', `Basic ${base64(new Uint8Array(20).fill(0xff))}`],
  ['a NUL', `Basic ${base64('a-key-of-\0-tests')}`],
])('%s is refused', (_what, header) => {
  expect(readKey(header)).toHaveProperty('fault', expect.stringContaining('Authorization'));
});
