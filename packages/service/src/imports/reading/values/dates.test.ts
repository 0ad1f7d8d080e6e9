import { expect, test } from 'vitest';
import { type DateFormat, dateFormats, parseDate } from './dates.ts';

const said = (text: string, format: DateFormat) => {
  const read = parseDate(text, format);
  return read && [read.date, read.time].filter(Boolean).join(' ');
};

test.each<[text: string, ymd: string | undefined, dmy: string | undefined, mdy: string | undefined]>([
  ['1974-09-05', '1974-09-05', '1974-09-05', '1974-09-05'],
  ['1974/9/5', '1974-09-05', '1974-09-05', '1974-09-05'],
  ['1974-02-30', undefined, undefined, undefined],
  ['1974-09-05T14:30:10.25Z', '1974-09-05 14:30:10', '1974-09-05 14:30:10', '1974-09-05 14:30:10'],
  ['1974-09-05T14:30:10+02:00', '1974-09-05 14:30:10', '1974-09-05 14:30:10', '1974-09-05 14:30:10'],
  ['05.09.1974', undefined, '1974-09-05', undefined],
  ['05/09/1974', undefined, '1974-09-05', '1974-05-09'],
  ['5.9.74', undefined, '1974-09-05', undefined],
  ['5. 9. 1974', undefined, '1974-09-05', undefined],
  ['17/09/1974', undefined, '1974-09-17', undefined],
  ['09/17/1974', undefined, undefined, '1974-09-17'],
  ['9-5-29', undefined, '2029-05-09', '2029-09-05'],
  ['9-5-30', undefined, '1930-05-09', '1930-09-05'],
  ['74-09-05', undefined, undefined, undefined],
  ['29.02.1975', undefined, undefined, undefined],
  ['29.02.1976', undefined, '1976-02-29', undefined],
  ['17.9.1974 7:05', undefined, '1974-09-17 07:05:00', undefined],
  ['17.9.1974, 7:05', undefined, undefined, undefined],
  ['9/17/1974 12:05 AM', undefined, undefined, '1974-09-17 00:05:00'],
  ['9/17/1974 7:05:09 pm', undefined, undefined, '1974-09-17 19:05:09'],
  ['17.9.1974 25:00', undefined, undefined, undefined],
  ['17. März 1974', '1974-03-17', '1974-03-17', '1974-03-17'],
  ['17 Sep 1974', '1974-09-17', '1974-09-17', '1974-09-17'],
  ['17-Dec-74', '1974-12-17', '1974-12-17', '1974-12-17'],
  ['1er février 1974', '1974-02-01', '1974-02-01', '1974-02-01'],
  ['17 de octubre de 1974', '1974-10-17', '1974-10-17', '1974-10-17'],
  ['September 17, 1974', '1974-09-17', '1974-09-17', '1974-09-17'],
  ['Octember 17, 1974', undefined, undefined, undefined],
  ['17.09.', undefined, undefined, undefined],
  ['17.09/1974', undefined, undefined, undefined],
  ['1.2.3', undefined, undefined, undefined],
  ['unknown', undefined, undefined, undefined],
  ['', undefined, undefined, undefined],
  [`1974-09-05${' '.repeat(50)}`, undefined, undefined, undefined],
])('%j as a date', (text, ...wanted) => {
  expect(dateFormats.map((format) => said(text, format))).toEqual(wanted);
});

test('months have names in four languages, whole and short', () => {
  for (const language of ['en', 'de', 'fr', 'es'])
    for (let month = 0; month < 12; month++)
      for (const length of ['long', 'short'] as const) {
        const format = new Intl.DateTimeFormat(language, {
          day: 'numeric',
          month: length,
          year: 'numeric',
          timeZone: 'UTC',
        });
        const text = format.format(Date.UTC(2021, month, 14));
        expect(said(text, 'day-month-year'), text).toBe(`2021-${String(month + 1).padStart(2, '0')}-14`);
      }
});
