import { csvLine, separatedLine } from '@mailwright/server-runtime/web';
import { expect, test } from 'vitest';
import { sayIn } from '../../words.ts';
import { errorFile } from './error-file.ts';

const columns = [{ name: 'E-Mail', field: 'email' }, { name: 'Größe', field: 'SIZE' }, { name: 'Notiz' }];
const answer = [
  ['line', 'field', 'fault', 'E-Mail', 'Größe', 'Notiz'],
  [4, 'email', 'it is not an email address', 'nobody', '39', 'a;"b"\nc'],
  [7, 'email | SIZE', 'it is not an email address | it must be a number', 'x', '=1+1', ''],
  [9, '', 'has 4 cells instead of 3', 'x', '', '', 'y'],
]
  .map((line) => csvLine(line))
  .join('');

const wanted = (sign: string) =>
  [
    ['Reason', 'E-Mail', 'Größe', 'Notiz'],
    ['Line 4: E-Mail: It is not an email address', 'nobody', '39', 'a;"b"\nc'],
    ['Line 7: E-Mail: It is not an email address Größe: It must be a number', 'x', '=1+1', ''],
    ['Line 9: Has 4 cells instead of 3', 'x', '', '', 'y'],
  ]
    .map((line) => separatedLine(line, sign))
    .join('');

test.each([
  ['semicolon', 'windows-1252', ';', [0x52, 0x65]],
  ['comma', 'utf-8', ',', [0xef, 0xbb, 0xbf, 0x52]],
  ['tab', 'utf-16le', '\t', [0xff, 0xfe, 0x52, 0]],
  ['bar', 'utf-16be', '|', [0xfe, 0xff, 0, 0x52]],
] as const)('rows of a file with %s and %s are written in its format', (separator, encoding, sign, start) => {
  const bytes = errorFile(sayIn('en'), { separator, encoding, columns }, answer);
  expect([...bytes.subarray(0, start.length)]).toEqual(start);
  const text = new TextDecoder(encoding).decode(bytes);
  expect(text).toBe(wanted(sign));
  expect(text, 'formulas are defused').toContain("'=1+1");
});

test('rows of a workbook have the separator of the language, and reasons in it', () => {
  const text = new TextDecoder().decode(errorFile(sayIn('de'), { columns }, answer));
  expect(text).toContain('Zeile 4: E-Mail: Es ist keine E-Mail-Adresse;nobody;39;');
  expect(new TextDecoder().decode(errorFile(sayIn('en'), { columns }, answer))).toBe(wanted(','));
});

test('signs that the encoding lacks become question marks', () => {
  const bytes = errorFile(sayIn('en'), { encoding: 'windows-1252', columns: [{ name: '漢 €' }] }, 'a\r\n');
  expect(new TextDecoder('windows-1252').decode(bytes)).toBe('Reason,? €\r\n');
});
