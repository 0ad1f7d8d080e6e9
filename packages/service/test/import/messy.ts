import { sheetOf, zipOf } from '../support/workbook.ts';

/** Fields of the account that the files are imported into. */
export const customFields = {
  Since: 'date',
  Spent: 'double',
  Visits: 'integer',
  News: 'boolean',
  Seen: 'timestamp',
} as const;

/** A file as people have it, and what becomes of its rows. */
export interface MessyFile {
  what: string;
  name: string;
  content: string | Buffer;
  /** Fields of its columns. */
  fields: string[];
  dateFormat?: 'day-month-year' | 'month-day-year';
  numberFormat?: 'decimal-comma';
  badValues?: 'field';
  sheet?: string;
  /** Values of contacts, in the order of the fields. */
  wanted: string[];
  /** Faults, by line. */
  faults?: string[];
}

const latin = (text: string) => Buffer.from(text, 'latin1');

const formats =
  '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="00000"/><numFmt numFmtId="171" formatCode="dd\\.mm\\.yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="9"/></cellXfs></styleSheet>';
const cell = (value: string | number, style = 0) =>
  typeof value === 'number'
    ? `<c s="${style}"><v>${value}</v></c>`
    : `<c t="inlineStr"><is><t>${value.replaceAll('<', '&lt;')}</t></is></c>`;
const row = (...cells: string[]) => `<row>${cells.join('')}</row>`;

/** A workbook with a hidden sheet in front, and a second one. */
function workbook(sheet: string, { is1904 = false } = {}): Buffer {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
  const relations = (...each: string[]) => `<Relationships>${each.join('')}</Relationships>`;
  const names = ['Notes', 'Readers', 'Archive'];
  const states = ['state="hidden"', '', ''];
  return zipOf({
    'xl/workbook.xml': `<workbook xmlns:r="r"><workbookPr date1904="${is1904}"/><sheets>${names.map((name, at) => `<sheet name="${name}" ${states[at]} r:id="r${at}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      ...names.map((_, at) => relation(`r${at}`, 'worksheet', `/xl/worksheets/${at}.xml`)),
      relation('s', 'styles', 'styles.xml'),
    ),
    'xl/styles.xml': formats,
    'xl/worksheets/0.xml': sheetOf(row(cell('email')) + row(cell('hidden@messy.example'))),
    'xl/worksheets/1.xml': sheetOf(sheet),
    'xl/worksheets/2.xml': sheetOf(row(cell('E-Mail'), cell('Ort')) + row(cell('old@messy.example'), cell('Ulm'))),
  });
}

export const messyFiles: readonly MessyFile[] = [
  {
    what: 'a list of a German office',
    name: 'kunden.csv',
    content: latin(
      'Kundenliste;;;;\r\nE-Mail;Geburtsdatum;Spent;News;Straße\r\nuwe@messy.example;17.4.1975;1.250,50;ja;Am Öhrchen 3\r\npia@messy.example;03.05.80;12,5 \x80;NEIN;\r\n',
    ),
    fields: ['email', 'BIRTHDAY', 'Spent', 'News', 'ADDRESS'],
    wanted: ['uwe@messy.example 1975-04-17 1250.5 true Am Öhrchen 3', 'pia@messy.example 1980-05-03 12.5 false -'],
  },
  {
    what: 'a list of a French office',
    name: 'clients.csv',
    content:
      '\uFEFFCourriel;Date de naissance;Spent;News\nluc@messy.example;17/04/1975;1\u202f250,50;oui\nzoe@messy.example;3 mai 1980;0,5;non\n',
    fields: ['email', 'BIRTHDAY', 'Spent', 'News'],
    wanted: ['luc@messy.example 1975-04-17 1250.5 true', 'zoe@messy.example 1980-05-03 0.5 false'],
  },
  {
    what: 'a list of an American office',
    name: 'customers.csv',
    content:
      'Email,Date of birth,Spent,Visits,Seen\nbob@messy.example,4/17/1975,"1,250.50","2,000",4/17/2031 7:05 PM\namy@messy.example,12/3/1980,$12.5,7,\n',
    fields: ['email', 'BIRTHDAY', 'Spent', 'Visits', 'Seen'],
    wanted: ['bob@messy.example 1975-04-17 1250.5 2000 2031-04-17 19:05:00', 'amy@messy.example 1980-12-03 12.5 7 -'],
  },
  {
    what: 'a line for the separator',
    name: 'sep.csv',
    content: 'sep=;\r\nemail;Since;Vorname\r\nida@messy.example;31.01.2020;Ida, die\r\n',
    fields: ['email', 'Since', 'FIRSTNAME'],
    wanted: ['ida@messy.example 2020-01-31 Ida, die'],
  },
  {
    what: 'addresses with names and of links',
    name: 'names.csv',
    content:
      'E-Mail;Nachname\n"""Roe, Kim"" <kim@messy.example>";Roe\n<jo@messy.example>;\nmailto:max@messy.example;\nKim;Poe\n',
    fields: ['email', 'LASTNAME'],
    wanted: ['kim@messy.example Roe', 'jo@messy.example -', 'max@messy.example -'],
    faults: ['5 email it is not an email address'],
  },
  {
    what: 'dates that do not tell their order, with a choice',
    name: 'slashes.csv',
    content: 'email,Since\nana@messy.example,03/04/2020\neva@messy.example,05/06/2021\n',
    fields: ['email', 'Since'],
    dateFormat: 'month-day-year',
    wanted: ['ana@messy.example 2020-03-04', 'eva@messy.example 2021-05-06'],
  },
  {
    what: 'numbers that do not tell their decimals, with a choice',
    name: 'thousands.csv',
    content: 'email;Spent\nnat@messy.example;1.250\nned@messy.example;2.000\n',
    fields: ['email', 'Spent'],
    numberFormat: 'decimal-comma',
    wanted: ['nat@messy.example 1250', 'ned@messy.example 2000'],
  },
  {
    what: 'numbers that are not in the format of the choice',
    name: 'choice.csv',
    content: 'email;Spent\npaul@messy.example;1.250\nmia@messy.example;2.5\n',
    fields: ['email', 'Spent'],
    numberFormat: 'decimal-comma',
    wanted: ['paul@messy.example 1250'],
    faults: ['3 Spent it must be a number such as 1,5'],
  },
  {
    what: 'values that are none, without their rows',
    name: 'row.csv',
    content:
      'email;Since;News\nleo@messy.example;30.02.2020;ja\nlia@messy.example;29.02.2020;vielleicht\nlou@messy.example;28.02.2020;\n',
    fields: ['email', 'Since', 'News'],
    wanted: ['lou@messy.example 2020-02-28 -'],
    faults: ['2 Since it must be a date such as 31.12.1980', '3 News it must be yes or no, true or false, 1 or 0'],
  },
  {
    what: 'values that are none, with the rest of their rows',
    name: 'field.csv',
    content:
      'email;Since;News\ntom@messy.example;30.02.2020;ja\ntim@messy.example;x;y z\n;28.02.2020;ja\nted@messy.example;28.02.2020;\n',
    fields: ['email', 'Since', 'News'],
    badValues: 'field',
    wanted: ['tom@messy.example - true', 'tim@messy.example - -', 'ted@messy.example 2020-02-28 -'],
    faults: [
      '2 Since it must be a date such as 31.12.1980 (stored)',
      '3 Since it must be a date such as 31.12.1980 (stored)',
      '3 News it must be yes or no, true or false, 1 or 0 (stored)',
      '4 email the email address is missing',
    ],
  },
  {
    what: 'one bad quote',
    name: 'quote.csv',
    content: 'email,CITY\none@messy.example,"Ulm" am Bach\ntwo@messy.example,Bonn\n',
    fields: ['email', 'CITY'],
    wanted: ['two@messy.example Bonn'],
    faults: [
      '2 column 2 has a quote that neither opens nor closes the cell; put the cell in quotes and double those in it',
    ],
  },
  {
    what: 'a workbook with a hidden sheet, a title and formats of cells',
    name: 'book.xlsx',
    content: workbook(
      row(cell('Readers of May')) +
        row(...['E-Mail', 'PLZ', 'Since', 'Spent', 'Stadt'].map((name) => cell(name))) +
        row(cell('Ben <ben@messy.example>'), cell(1067, 1), cell(27_267, 2), cell(0.1 + 0.2), cell(0.19, 3)) +
        row(cell('cy@messy.example'), cell(10_115, 1), cell(60_000.5, 2), cell(1.125), cell('Bonn')),
    ),
    fields: ['email', 'ZIP', 'Since', 'Spent', 'CITY'],
    wanted: ['ben@messy.example 01067 1974-08-26 0.3 19%', 'cy@messy.example 10115 2064-04-08 1.125 Bonn'],
  },
  {
    what: 'a workbook that counts days from 1904',
    name: 'mac.xlsx',
    content: workbook(row(cell('E-Mail'), cell('Since')) + row(cell('di@messy.example'), cell(25_805, 2)), {
      is1904: true,
    }),
    fields: ['email', 'Since'],
    wanted: ['di@messy.example 1974-08-26'],
  },
  {
    what: 'another sheet of a workbook',
    name: 'sheets.xlsx',
    content: workbook(row(cell('E-Mail')) + row(cell('new@messy.example'))),
    fields: ['email', 'CITY'],
    sheet: 'Archive',
    wanted: ['old@messy.example Ulm'],
  },
];
