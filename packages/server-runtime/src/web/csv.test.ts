import { expect, test } from 'vitest';
import { csvLine, neutralizeFormula, parseLines, restoreFormula, separatedLine } from './csv.ts';

test.each([
  ['=HYPERLINK("http://evil.example")', '\'=HYPERLINK("http://evil.example")'],
  ['=1+1', "'=1+1"],
  ['+49 30 1234', "'+49 30 1234"],
  ["-2+3+cmd|' /C calc'!A0", "'-2+3+cmd|' /C calc'!A0"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  [' =1', "' =1"],
  ['\r=1', "'\r=1"],
  ['＝1', "'＝1"],
  ["'=1", "''=1"],
  ["''=1", "'''=1"],
  [' ＝1', "' ＝1"],
  [';=1+1', ";'=1+1"],
  ['a;-5;+x', "a;-5;'+x"],
  ['-5', '-5'],
  ['+49301234', '+49301234'],
  ['-0.25', '-0.25'],
  ['1-2', '1-2'],
  ["d'Ada", "d'Ada"],
  ["'t Hart", "'t Hart"],
  ["'", "'"],
  ['', ''],
])('%j stands in a file as %j, and is read as it was', (value, written) => {
  expect(neutralizeFormula(value)).toBe(written);
  expect(restoreFormula(written)).toBe(value);
});

test('a line quotes what must be quoted', () => {
  expect(csvLine([1, null, undefined, 'a,b', 'say "x"', ' y', '=1;'])).toBe(`1,,,"a,b","say ""x"""," y","'=1;"\r\n`);
});

test('lines that were written are read again', () => {
  const lines = [['a', 'say "x"', 'b\r\nc', ''], ['=1+1', '', "it's", '1,5'], ['']];
  expect(parseLines(lines.map((line) => csvLine(line)).join(''))).toEqual(lines);
  expect(parseLines('')).toEqual([]);
});

test('lines may have another sign between cells', () => {
  expect(separatedLine(['a,b', 1, '=x', 'c|d'], '|')).toBe(`"a,b"|1|'=x|"c|d"\r\n`);
});
