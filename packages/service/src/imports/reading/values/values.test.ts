import { expect, test } from 'vitest';
import { bareAddress } from './addresses.ts';
import { parseBoolean } from './booleans.ts';

test.each([
  ['Ja', 'true'],
  ['NEIN', 'false'],
  ['oui', 'true'],
  ['non', 'false'],
  ['Sí', 'true'],
  ['no', 'false'],
  ['wahr', 'true'],
  ['FALSCH', 'false'],
  ['vrai', 'true'],
  ['x', 'true'],
  ['0', 'false'],
  ['perhaps', undefined],
])('%j as yes or no', (text, wanted) => {
  expect(parseBoolean(text)).toBe(wanted);
});

test.each([
  ['kim@shop.example', 'kim@shop.example'],
  ['Kim Roe <kim@shop.example>', 'kim@shop.example'],
  ['"Roe, Kim" < kim@shop.example >;', 'kim@shop.example'],
  ['<kim@shop.example>', 'kim@shop.example'],
  ['mailto:kim@shop.example', 'kim@shop.example'],
  ['<MAILTO:kim@shop.example>', 'kim@shop.example'],
  ['Kim <kim@shop.example> <roe@shop.example>', 'Kim <kim@shop.example> <roe@shop.example>'],
  ['kim', 'kim'],
  ['', ''],
])('the address of %j', (text, wanted) => {
  expect(bareAddress(text)).toBe(wanted);
});
