import { sheetOf, zipOf } from '../../support/workbook.ts';
import type { OwnFile } from '../hands.ts';

/** A file as an office has it, and what the console has to make of it. */
export interface OfficeFile {
  what: string;
  file(run: string): OwnFile;
  /** Fields that the console finds for columns by itself, as values of the choices. */
  guesses: Record<string, string>;
  /** What the page says about how values are read, before anything is stored. */
  readings: string[];
  /** Choices that the console cannot know. */
  choices: [label: string, option: string][];
  rows: number;
  badge: string;
  /** New, existing, unsubscribed, stored without some values, duplicates, left out. */
  figures: string[];
  /** Rows of the table of what is wrong. */
  faults: string[];
  /** The file to correct, without the byte order mark; undefined if there is none. */
  errors(run: string): string | undefined;
  /** Values of contacts, by their addresses. */
  contacts(run: string): Record<string, Partial<Record<string, string>>>;
}

const csv = (name: string, buffer: Buffer): OwnFile => ({ name, mimeType: 'text/csv', buffer });
const lines = (...each: string[]) => `${each.join('\r\n')}\r\n`;

const officeBook =
  '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="00000"/><numFmt numFmtId="171" formatCode="dd\\.mm\\.yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>';
const cell = (value: string | number, style = 0) =>
  typeof value === 'number'
    ? `<c s="${style}"><v>${value}</v></c>`
    : `<c t="inlineStr"><is><t>${value.replaceAll('<', '&lt;')}</t></is></c>`;
const row = (...cells: string[]) => `<row>${cells.join('')}</row>`;

/** A workbook whose first sheet is hidden, with a title above the names of the columns, postcodes and days. */
function workbook(run: string): Buffer {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
  return zipOf({
    'xl/workbook.xml':
      '<workbook xmlns:r="r"><sheets><sheet name="Notizen" state="hidden" r:id="a"/><sheet name="Kundinnen" r:id="b"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': `<Relationships>${relation('a', 'worksheet', '/xl/worksheets/a.xml')}${relation('b', 'worksheet', '/xl/worksheets/b.xml')}${relation('s', 'styles', 'styles.xml')}</Relationships>`,
    'xl/styles.xml': officeBook,
    'xl/worksheets/a.xml': sheetOf(row(cell('E-Mail')) + row(cell(`hidden.${run}@office.example`))),
    'xl/worksheets/b.xml': sheetOf(
      row(cell('Stand: Mai')) +
        row(...['Name', 'E-Mail', 'PLZ', 'Geburtstag'].map((name) => cell(name))) +
        row(cell('Ilse Bach'), cell(`ilse.${run}@office.example`), cell(1067, 1), cell(29_587, 2)) +
        row(cell('Otto Berg'), cell(`otto.${run}@office.example`), cell(80_331, 1), cell(24_108, 2)),
    ),
  });
}

export const officeFiles: readonly OfficeFile[] = [
  {
    what: 'a list of customers with a title, days, a decimal comma and words for yes',
    file: (run) =>
      csv(
        `kunden-${run}.csv`,
        Buffer.from(
          lines(
            'Kundenliste Mai;;;;',
            'E-Mail;Vorname;Geburtstag;Rabatt;Stammkunde',
            `Uwe Groß <uwe.${run}@office.example>;Uwe;31.12.1980;1,5;ja`,
            `mailto:pia.${run}@office.example;Pia;03.11.1967;12,25;nein`,
            `rolf.${run}@office.example;Rolf;31.02.1970;2,5;ja`,
            'keine Adresse;Jörg;01.02.1970;2,5;nein',
          ),
          'latin1',
        ),
      ),
    guesses: { 'E-Mail': 'email', Vorname: 'FIRSTNAME', Geburtstag: 'BIRTHDAY' },
    readings: ['“31.12.1980” is read as December 31, 1980.', '“1,5” is read as 1.5.'],
    choices: [
      ['Rabatt', 'New number field “Rabatt”'],
      ['Stammkunde', 'New yes-or-no field “Stammkunde”'],
      ['Permission of the contacts', 'Single opt-in'],
    ],
    rows: 4,
    badge: 'Done, with errors',
    figures: ['3', '0', '0', '1', '0', '1'],
    faults: [
      '5 Geburtstag 31.02.1970 It must be a date such as 31.12.1980 The rest of the row was stored.',
      '6 E-Mail keine Adresse It is not an email address',
    ],
    errors: (run) =>
      lines(
        'Reason;E-Mail;Vorname;Geburtstag;Rabatt;Stammkunde',
        `Line 5: Geburtstag: It must be a date such as 31.12.1980;rolf.${run}@office.example;Rolf;31.02.1970;"2,5";ja`,
        'Line 6: E-Mail: It is not an email address;keine Adresse;Jörg;01.02.1970;"2,5";nein',
      ),
    contacts: (run) => ({
      [`uwe.${run}@office.example`]: { BIRTHDAY: '1980-12-31', Rabatt: '1.5', Stammkunde: 'true' },
      [`pia.${run}@office.example`]: { BIRTHDAY: '1967-11-03', Rabatt: '12.25', Stammkunde: 'false' },
      [`rolf.${run}@office.example`]: { Rabatt: '2.5', Stammkunde: 'true' },
    }),
  },
  {
    what: 'a list with a line for the separator and a bad quote',
    file: (run) =>
      csv(
        `adressen-${run}.csv`,
        Buffer.from(
          `\uFEFF${lines(
            'sep=;',
            'E-Mail;Nachname;Ort',
            `<ida.${run}@office.example>;Roth, geb. Weiß;Köln`,
            `eva.${run}@office.example;"Eva" Blau;Ulm`,
            `max.${run}@office.example;Grün;"Bad Ems; Lahn"`,
          )}`,
        ),
      ),
    guesses: { 'E-Mail': 'email', Nachname: 'LASTNAME', Ort: 'CITY' },
    readings: [],
    choices: [],
    rows: 3,
    badge: 'Done, with errors',
    figures: ['2', '0', '0', '0', '0', '1'],
    faults: ['4 Nachname Column 2 has a quote in its text; put the cell in quotes and double those in it'],
    errors: (run) =>
      lines(
        'Reason;E-Mail;Nachname;Ort',
        `"Line 4: Column 2 has a quote in its text; put the cell in quotes and double those in it";eva.${run}@office.example;"""Eva"" Blau";Ulm`,
      ),
    contacts: (run) => ({
      [`ida.${run}@office.example`]: { LASTNAME: 'Roth, geb. Weiß', CITY: 'Köln' },
      [`max.${run}@office.example`]: { CITY: 'Bad Ems; Lahn' },
    }),
  },
  {
    what: 'a workbook with a hidden sheet, a title, postcodes and days',
    file: (run) => ({
      name: `kundinnen-${run}.xlsx`,
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: workbook(run),
    }),
    guesses: { Name: 'FULLNAME', 'E-Mail': 'email', PLZ: 'ZIP', Geburtstag: 'BIRTHDAY' },
    readings: [],
    choices: [],
    rows: 2,
    badge: 'Done',
    figures: ['2', '0', '0', '0', '0', '0'],
    faults: [],
    errors: () => undefined,
    contacts: (run) => ({
      [`ilse.${run}@office.example`]: { ZIP: '01067', BIRTHDAY: '1981-01-01' },
      [`otto.${run}@office.example`]: { ZIP: '80331', BIRTHDAY: '1966-01-01' },
    }),
  },
];
