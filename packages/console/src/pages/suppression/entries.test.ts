import { expect, test } from 'vitest';
import { parseEntries } from './entries.ts';

test.each([
  ['', []],
  [' \r\n ', []],
  ['ada@example.com', ['ada@example.com']],
  ['ada@example.com\r\n*@rival.example\r\n', ['ada@example.com', '*@rival.example']],
  ['ada@example.com, postmaster@*;ada@example.com', ['ada@example.com', 'postmaster@*']],
])('%j', (text, wanted) => {
  expect(parseEntries(text)).toEqual(wanted);
});
