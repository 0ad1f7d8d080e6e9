import { expect, test } from 'vitest';
import { csvRows, findDelimiter } from './csv.ts';
import type { TableRow } from './table-row.ts';

test.each([
  ['a,b,c\r\n1,2,3', ','],
  ['a;b\n"1,5";2,5\n3,5;4,5', ';'],
  ['Kunden, Stand heute\r\n\r\nE-Mail;Vorname\r\na@b.example;Ada\r\nc@d.example;Cy', ';'],
  ['a\tb, c\td\n1\t2\t3', '\t'],
  ['a|b\n1|2', '|'],
  ['"Moreau, Ada, Dr.";x\n"Okafor, Ben, Dr.";y', ';'],
  ['email\na@b.example', ','],
  ['', ','],
])('the delimiter of %j is %j', (text, wanted) => {
  expect(findDelimiter(text)).toBe(wanted);
});

test('a file in pieces is read from its beginning', async () => {
  async function* pieces() {
    yield '\uFEFFa;';
    yield 'b\r\n1;"2\n3"\r\n';
  }
  const rows: TableRow[] = [];
  for await (const row of csvRows(pieces())) rows.push(row);
  expect(rows).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 3, cells: ['1', '2\n3'] },
  ]);
});
