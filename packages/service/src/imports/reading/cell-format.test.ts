import { expect, test } from 'vitest';
import { formatNumber, toCellFormat } from './cell-format.ts';

const shown = (value: number, format: string | number, is1904 = false) => {
  const own = new Map(typeof format === 'string' ? [[170, format]] : []);
  return formatNumber(value, toCellFormat(typeof format === 'string' ? 170 : format, own), is1904);
};

test.each<[value: number, format: string | number, wanted: string]>([
  [1067, '00000', '01067'],
  [1067, '[$-407]00000', '01067'],
  [1067, '"D-"00000', 'D-01067'],
  [10_115_123, '00000', '10115123'],
  [123_456_789, '000\\-00\\-0000', '123-45-6789'],
  [2_125_550_142, '(###) ###-####', '(212) 555-0142'],
  [7, '00;-00', '07'],
  [-7, '00', '-7'],
  [7.5, '00', '7.5'],
  [1234, '#,##0', '1234'],
  [1234.5, '#,##0.00 "€"', '1234.5'],
  [5, '0" kg"', '5'],
  [0.1 + 0.2, 'General', '0.3'],
  [0.1 + 0.2, 0, '0.3'],
  [0.19, 9, '19%'],
  [0.075, '0.0%', '7.5%'],
  [27_267, 14, '1974-08-26'],
  [27_267, 'dd.mm.yyyy', '1974-08-26'],
  [27_267, '[$-407]d. mmmm yyyy;@', '1974-08-26'],
  [27_267.5, 'yyyy\\-mm\\-dd hh:mm', '1974-08-26 12:00:00'],
  [27_267, 'mmm yy', '1974-08-26'],
  [27_267, 31, '1974-08-26'],
  [59, 14, '1900-02-28'],
  [61, 14, '1900-03-01'],
  [0.5625, 'hh:mm', '13:30:00'],
  [0.5625, 'h:mm AM/PM', '13:30:00'],
  [-5, 14, '-5'],
  [5e9, 14, '5000000000'],
  [12, '@', '12'],
  [12, '"Red"0', '12'],
  [4, '"', '4'],
  [4, '[', '4'],
  [4, '', '4'],
])('%d in the format %j', (value, format, wanted) => {
  expect(shown(value, format)).toBe(wanted);
});

test('workbooks of old Macs count from 1904', () => {
  expect(shown(25_805, 14, true)).toBe('1974-08-26');
});
