import { expect, test } from 'vitest';
import { csvRows, findDelimiter } from './csv.ts';
import { maxQuotedLength } from './csv-scan.ts';
import type { TableRow } from './table-row.ts';

test.each([
  ['a,b,c\r\n1,2,3', ','],
  ['a;b\n"1,5";2,5\n3,5;4,5', ';'],
  ['Kunden, Stand heute\r\n\r\nE-Mail;Vorname\r\na@b.example;Ada\r\nc@d.example;Cy', ';'],
  ['a\tb, c\td\n1\t2\t3', '\t'],
  ['a|b\n1|2', '|'],
  ['"Moreau, Ada, Dr.";x\n"Okafor, Ben, Dr.";y', ';'],
  ['email\na@b.example', ','],
  ['sep=;\r\na,b;c', ';'],
  ['"SEP=|"\na,b', '|'],
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

async function rowsOf(...pieces: string[]): Promise<TableRow[]> {
  async function* text() {
    yield* pieces;
  }
  const rows: TableRow[] = [];
  for await (const row of csvRows(text())) rows.push(row);
  return rows;
}

const stray = (line: number, column: number) => `${line}: column ${column} has a quote that neither opens`;
const open = (line: number, column: number) => `${line}: column ${column} opens a quote that is not closed`;
const long = 'x'.repeat(maxQuotedLength);

test.each<[what: string, text: string, wanted: (string | string[])[]]>([
  ['a quote within a cell', 'a,b\n1,Al "Ray" Fox\n3,4\n', [['a', 'b'], stray(2, 2), ['3', '4']]],
  [
    'spaces beside quotes',
    'a,b\r\n"x" ,2\r\n  "3", "4\n " \r\n5," 6"',
    [
      ['a', 'b'],
      ['x', '2'],
      ['3', '4\n '],
      ['5', ' 6'],
    ],
  ],
  ['another sign behind a quote', 'a,b\r\n"x" y,2\r\n3,"4"\r\n', [['a', 'b'], stray(2, 1), ['3', '4']]],
  ['inch marks', 'a\tb\n1\t19" rack\n2\t"7" tab"\n3\t4', [['a', 'b'], stray(2, 2), stray(3, 2), ['3', '4']]],
  ['an open quote at the end', 'a,b\n1,"2\n3,4\n5,6', [['a', 'b'], open(2, 2), ['3', '4'], ['5', '6']]],
  ['an open quote among closed ones', 'a,b\n1,"2\n"3","4"\n5,6', [['a', 'b'], stray(2, 2), ['3', '4'], ['5', '6']]],
  ['an open quote behind line breaks', 'a,b\n"1\n2","3\n4,5', [['a', 'b'], open(3, 2), ['4', '5']]],
  [
    'an open quote far before the next',
    `a,b\n1,"2\n${long},4\n5,"6"\n`,
    [['a', 'b'], open(2, 2), [long, '4'], ['5', '6']],
  ],
  [
    'doubled quotes',
    'a,b\n"""1""","2"""\n"",""""',
    [
      ['a', 'b'],
      ['"1"', '2"'],
      ['', '"'],
    ],
  ],
  [
    'line breaks in cells',
    'a,b\n"1\r\n\n2",3\n',
    [
      ['a', 'b'],
      ['1\r\n\n2', '3'],
    ],
  ],
  [
    'blank rows and rows of commas',
    'a,b\n\n , \n,,,\n"",""\n1,2\n\t\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a line for the delimiter',
    'sep=;\na;b,c\n1;"2;3"\n',
    [
      ['a', 'b,c'],
      ['1', '2;3'],
    ],
  ],
  ['lines of old Macs', 'a,b\r1,"2\r3"\r4,"5\r6,7', [['a', 'b'], ['1', '2\r3'], open(4, 2), ['6', '7']]],
  ['line ends with two carriage returns', 'a,b\r\r\n1,2\r\r\n3,"', [['a', 'b'], ['1', '2'], open(3, 2)]],
  [
    'lines of different ends',
    'a,b\r\n1,2\n3,4',
    [
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
    ],
  ],
  [
    'quotes behind padding',
    'email , attributes ,\na@b.example   , "{""m"": true}"   ,\nc@d.example,"x, y" ,\n',
    [
      ['email ', ' attributes ', ''],
      ['a@b.example   ', '{"m": true}', ''],
      ['c@d.example', 'x, y', ''],
    ],
  ],
  ['rows of other lengths', 'a,b\n1\n1,2,3', [['a', 'b'], ['1'], ['1', '2', '3']]],
  ['nothing', '', []],
])('CSV with %s, whole and in pieces', async (_, text, wanted) => {
  const pieces = text.length > 1000 ? [] : [1, 2, 3].map((size) => text.match(RegExp(`[^]{1,${size}}`, 'g')) ?? []);
  for (const given of [[text], ...pieces]) {
    const rows = (await rowsOf(...given)).map(({ line, cells, fault }) => (fault ? `${line}: ${fault}` : cells));
    expect(rows).toEqual(wanted.map((row) => (typeof row === 'string' ? expect.stringContaining(row) : row)));
  }
});

test('lines are counted whatever is skipped or cannot be read', async () => {
  const rows = await rowsOf('sep=,\n\na,b\r\n1,"x" y\n,\n"2\n3",4\n5,6');
  expect(rows.map(({ line }) => line)).toEqual([3, 4, 7, 8]);
});
