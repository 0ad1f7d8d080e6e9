import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CellValue, writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { sheetOf, workbookOf, zipOf } from '../../../test/support/workbook.ts';
import type { TableRow } from './table-row.ts';
import { workbookFileRows } from './workbook.ts';

const directory = mkdtempSync(join(tmpdir(), 'mailwright-workbook-'));

async function workbook(rows: CellValue[][]): Promise<Buffer> {
  return Buffer.from(await writeXlsx({ sheets: [{ name: 'Kunden', rows }] }));
}

const readers = (width?: number) => async (bytes: Buffer) => {
  const path = join(directory, 'readers.xlsx');
  writeFileSync(path, bytes);
  const rows: TableRow[] = [];
  for await (const row of workbookFileRows(path, width)) rows.push(row);
  return rows;
};

/** Calls `change` with the place of each entry in the directory of an archive. */
function withEntries(archive: Buffer, change: (entry: number) => void): Buffer {
  for (let at = archive.indexOf('PK\x01\x02'); at >= 0; at = archive.indexOf('PK\x01\x02', at + 1)) change(at);
  return archive;
}
const unpackedSize = 24;
const declaring = (archive: Buffer, bytes: number) =>
  withEntries(archive, (entry) => archive.writeUInt32LE(bytes, entry + unpackedSize));

test('cells become texts, rows as wide as the first, without empty ones', async () => {
  const rows: CellValue[][] = [
    ['E-Mail', 'Vorname', 'Geburtstag', 'PLZ'],
    ['ada@example.org', 'Änne', new Date(Date.UTC(1980, 1, 29)), 1234],
    [null, '', null],
    ['ben@example.org'],
    ['cy@example.org', true, new Date(Date.UTC(2020, 0, 1, 13, 30)), 49_171_123_456, 'too much'],
  ];
  expect(await readers()(await workbook(rows))).toEqual([
    { line: 1, cells: ['E-Mail', 'Vorname', 'Geburtstag', 'PLZ'] },
    { line: 2, cells: ['ada@example.org', 'Änne', '1980-02-29', '1234'] },
    { line: 4, cells: ['ben@example.org', '', '', ''] },
    { line: 5, cells: ['cy@example.org', 'true', '2020-01-01 13:30:00', '49171123456', 'too much'] },
  ]);
  expect(await readers(6)(await workbook([['ada@example.org']]))).toEqual([
    { line: 1, cells: ['ada@example.org', '', '', '', '', ''] },
  ]);
});

const small = await workbook([
  ['email', 'CITY'],
  ...Array.from({ length: 5000 }, () => ['a@example.org', 'x'.repeat(90)]),
]);
const row = '<row r="1"><c r="A1"><v>1</v></c></row>';
const zeros = (megabytes: number) => Buffer.alloc(megabytes * 1024 * 1024);
const hiding = (megabytes: number) =>
  workbookOf(sheetOf(row), { strings: { name: 'sharedStrings.bin', content: zeros(megabytes) } });
const hidingSheet = (megabytes: number) => workbookOf(zeros(megabytes), { sheetName: 'sheet1.bin' });
const withPicture = (megabytes: number) => zipOf({ 'xl/workbook.xml': '', 'xl/media/a.png': zeros(megabytes) });
const twice = () => {
  const archive = workbookOf(sheetOf(row), { strings: { name: 'sheet2.xml', content: '<sst/>' } });
  return Buffer.from(archive.toString('latin1').replaceAll('xl/sheet2.xml', 'xl/sheet1.xml'), 'latin1');
};

test('a small sheet of one repeated row is read', async () => {
  expect(await readers()(workbookOf(sheetOf(row.repeat(50_000))))).toHaveLength(50_000);
});

test.each<[what: string, bytes: Buffer, message: string]>([
  ['says that it unpacks to gigabytes', declaring(Buffer.from(small), 0xfffffff0), 'is too large for a workbook'],
  ['does not say to what it unpacks', declaring(Buffer.from(small), 0), 'is too large for a workbook'],
  ['unpacks to more than it says', declaring(Buffer.from(small), 100), 'is not a valid Excel workbook'],
  ['hides 20 MB of zeros in a part of another name', hiding(20), 'is too large for a workbook'],
  ['hides a sheet in a part of another name', hidingSheet(20), 'is too large for a workbook'],
  ['has a picture that unpacks to 300 MB', withPicture(300), 'is too large for a workbook'],
  ['has a part twice', twice(), 'is not a valid Excel workbook: it has xl/sheet1.xml twice'],
  ['is cut off', small.subarray(0, small.length / 2), 'is not a valid Excel workbook'],
  ['is no archive', Buffer.from('PK\x03\x04 hello'), 'is not a valid Excel workbook'],
  [
    'is another archive',
    Buffer.from(small.toString('latin1').replaceAll('xl/workbook.xml', 'xx/workbook.xml'), 'latin1'),
    'is a ZIP archive without an Excel workbook',
  ],
])('refused: a file that %s', async (_, bytes, message) => {
  await expect(readers()(bytes)).rejects.toThrow(message);
});

const longTag = `<a ${'b="c" '.repeat(60_000)}/>`;

test.each<[string, Buffer]>([
  ['a sheet', workbookOf(`<worksheet>${longTag}</worksheet>`)],
  [
    'shared strings',
    workbookOf(sheetOf(row), { strings: { name: 'sharedStrings.xml', content: `<sst>${longTag}</sst>` } }),
  ],
])('%s with a tag that is too long is refused before the library reads it', async (_, bytes) => {
  await expect(readers()(bytes)).rejects.toThrow(
    /its part xl\/.*\.xml has a tag or a comment of more than 262144 bytes/,
  );
});

test('pictures may look like long tags; sheets with names of others may not', async () => {
  const picture = Buffer.concat([Buffer.from('<'), zeros(1)]);
  const strings = { name: 'media/image1.bmp', content: picture };
  expect(await readers()(workbookOf(sheetOf(row), { strings }))).toEqual([{ line: 1, cells: ['1'] }]);
  const hidden = workbookOf(`<worksheet>${longTag}</worksheet>`, { sheetName: 'sheet1.bin' });
  await expect(readers()(hidden)).rejects.toThrow('its part xl/sheet1.bin is missing');
});
