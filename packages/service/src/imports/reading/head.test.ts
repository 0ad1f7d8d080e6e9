import { expect, test } from 'vitest';
import { findHead, guessFields } from './head.ts';

const rowsOf = (...rows: string[][]) => rows.map((cells, index) => ({ line: index + 1, cells }));

test.each<[what: string, rows: string[][], names: string[], skipped: number]>([
  [
    'names first',
    [
      ['E-Mail', 'Vorname'],
      ['ada@example.com', 'Ada'],
    ],
    ['E-Mail', 'Vorname'],
    1,
  ],
  [
    'titles above',
    [['Kunden 2031'], ['Stand', '28.2.'], ['Vorname', 'E-Mail-Adresse'], ['Ada', ''], ['Ben', 'ben@example.com']],
    ['Vorname', 'E-Mail-Adresse'],
    3,
  ],
  [
    'unknown names',
    [
      ['Kontakt', 'Ruf'],
      ['ada@example.com', 'Ada'],
    ],
    ['Kontakt', 'Ruf'],
    1,
  ],
  [
    'no names',
    [
      ['ada@example.com', 'Ada'],
      ['ben@example.com', 'Ben'],
    ],
    ['Column 1', 'Column 2'],
    0,
  ],
  ['names only', [['email', '']], ['email', 'Column 2'], 1],
  ['nothing', [], [], 0],
  [
    'defused and illegal',
    [
      ["'=email", 'a\u0001b'],
      ['ada@example.com', ''],
    ],
    ['=email', 'ab'],
    1,
  ],
])('columns of a file with %s', (_, rows, names, skipped) => {
  expect(findHead(rowsOf(...rows))).toEqual({ names, skipped });
});

test.each<[names: string[], rows: string[][], wanted: (string | undefined)[]]>([
  [['E-Mail', 'Prénom', 'Shoe size', 'x'], [], ['email', 'FIRSTNAME', 'SHOE_SIZE', undefined]],
  [['Mail', 'E-Mail'], [], ['email', undefined]],
  [
    ['Column 1', 'Column 2'],
    [
      ['Ada', 'ada@example.com'],
      ['Ben', ''],
      ['Cy', 'none'],
    ],
    [undefined, undefined],
  ],
  [
    ['Column 1', 'Column 2'],
    [
      ['Ada', 'ada@example.com'],
      ['Ben', ''],
    ],
    [undefined, 'email'],
  ],
])('fields of %j', (names, rows, wanted) => {
  expect(guessFields(names, rows, ['SHOE_SIZE'])).toEqual(wanted);
});
