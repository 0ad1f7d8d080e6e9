import { expect, test } from 'vitest';
import { csvRows } from '../../imports/index.ts';
import { readTable } from './table.ts';

async function read(text: string, columns?: string[]) {
  async function* file() {
    yield text;
  }
  const mapping = new Map<string, string>();
  const options = { mapping, columns, customFields: new Map(), onColumns: () => {} };
  const rows: unknown[] = [];
  for await (const row of readTable(csvRows(file()), options))
    rows.push('fault' in row ? `${row.line}: ${row.fault}` : row.contact);
  return rows;
}

const ada = { email: 'ada@x.example', standard_fields: [{ name: 'FIRSTNAME', value: 'Ada' }] };

test.each<[what: string, text: string, wanted: unknown[]]>([
  ['short rows', 'email,Vorname,Ort\nada@x.example,Ada\nben@x.example\n', [ada, { email: 'ben@x.example' }]],
  ['long rows of nothing', 'email,Vorname\nada@x.example,Ada,, ,\n', [ada]],
  ['long rows', 'email,Vorname\nada@x.example,Ada,,x\n', ['2: has 4 cells instead of 2']],
  ['titles above the names', 'Kunden\n\nStand;Mai\nE-Mail;Vorname\nada@x.example;Ada\n', [ada]],
  ['a line for the delimiter', 'sep=|\nemail|Vorname\nada@x.example|Ada\n', [ada]],
  [
    'a quote too much',
    'email,Vorname\nx@x.example,Jo "J" Ray\nada@x.example,Ada',
    [expect.stringMatching(/^2: column 2/), ada],
  ],
  ['names only', 'email,Vorname\n', []],
])('a table with %s', async (_, text, wanted) => {
  expect(await read(text)).toEqual(wanted);
});

test.each([
  ['', 'the file is empty'],
  ['\n,,\n', 'the file is empty'],
  ['ada@x.example\nben@x.example\n', 'name them with --columns "email",'],
  ['Ada,ada@x.example,\n', 'name them with --columns ",email,",'],
  ['email,"Vor" name\nada@x.example,Ada\n', 'line 1, which names the columns, cannot be read: column 2 has a quote'],
])('the table %j is refused', async (text, message) => {
  await expect(read(text)).rejects.toThrow(message);
});

test('the advice for a table without names works', async () => {
  expect(await read('Ada,ada@x.example,\n', ['', 'email', ''])).toEqual([{ email: 'ada@x.example' }]);
});
