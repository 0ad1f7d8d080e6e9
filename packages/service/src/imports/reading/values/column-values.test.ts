import { expect, test } from 'vitest';
import { ColumnScan } from './column-values.ts';

function scanned(values: string[], isTyped = false): string {
  const scan = new ColumnScan(isTyped);
  for (const value of values) scan.add(value);
  const { type, formats } = scan.result();
  return [type, ...formats.map(({ format, example, value }) => `${format}: ${example} is ${value}`)].join('; ');
}

const dayFirst = (example: string, value: string) => `day-month-year: ${example} is ${value}`;
const monthFirst = (example: string, value: string) => `month-day-year: ${example} is ${value}`;

test.each<[values: string[], wanted: string]>([
  [[], 'string'],
  [['', ' '], 'string'],
  [['Ada', 'Ben', '12'], 'string'],
  [['1974-09-05', '2001-01-02', ''], 'date'],
  [['5. September 1974'], 'date'],
  [['05.09.1974', '17.09.1974'], `date; ${dayFirst('05.09.1974', '1974-09-05')}`],
  [['05/09/1974', '17/09/1974'], `date; ${dayFirst('05/09/1974', '1974-09-05')}`],
  [['05/09/1974', '09/17/1974'], `date; ${monthFirst('05/09/1974', '1974-05-09')}`],
  [
    ['05/09/1974', '06/10/1980', '1999-12-31'],
    `date; ${dayFirst('05/09/1974', '1974-09-05')}; ${monthFirst('05/09/1974', '1974-05-09')}`,
  ],
  // Cells that contradict each other leave the question open.
  [
    ['05/09/1974', '17/09/1974', '09/17/1974'],
    `date; ${dayFirst('05/09/1974', '1974-09-05')}; ${monthFirst('05/09/1974', '1974-05-09')}`,
  ],
  [
    ['17.09.1974', 'unknown', '18.09.1974', '19.09.1974', '20.09.1974'],
    `date; ${dayFirst('17.09.1974', '1974-09-17')}`,
  ],
  [['17.09.1974', 'unknown', 'none', 'x'], `string; ${dayFirst('17.09.1974', '1974-09-17')}`],
  [['1', '22', '-3'], 'double'],
  [['2,5', '3'], 'double; decimal-comma: 2,5 is 2.5'],
  [['2.5', '3'], 'double; decimal-point: 2.5 is 2.5'],
  [['1.500', '2,5'], 'double; decimal-comma: 1.500 is 1500'],
  [['1.500', '2.000'], 'double; decimal-point: 1.500 is 1.500; decimal-comma: 1.500 is 1500'],
  [['1.500,5', '2,000.5'], 'double; decimal-point: 1.500,5 is undefined; decimal-comma: 1.500,5 is 1500.5'],
  [['01067', '10115'], 'string'],
  [['+49 30 123', '+49 30 124'], 'string'],
  [['4912345678901234567', '1'], 'string'],
  [['ja', 'Nein', ''], 'boolean'],
  [['x', ''], 'boolean'],
  [['1', '0'], 'double'],
  [['1', 'nein'], 'boolean'],
  [['ja', 'vielleicht'], 'string'],
])('the values %j', (values, wanted) => {
  expect(scanned(values)).toBe(wanted);
});

test('numbers of a workbook have a decimal point unless a text says otherwise', () => {
  expect(scanned(['1.5', '2.125'], true)).toBe('double; decimal-point: 2.125 is 2.125');
  expect(scanned(['1.125'], true)).toBe('double; decimal-point: 1.125 is 1.125');
  expect(scanned(['2,5', '1.125'], true)).toBe('double; decimal-point: 1.125 is 1.125; decimal-comma: 1.125 is 1125');
});
