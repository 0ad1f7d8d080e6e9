import { expect, test } from 'vitest';
import type { ValueFormat } from './column-values.ts';
import { readValue, type ValueType } from './read-value.ts';

test.each<[text: string, type: ValueType, format: ValueFormat | undefined, wanted: string | undefined]>([
  ['17.09.1974', 'date', 'day-month-year', '1974-09-17'],
  ['17.09.1974 08:30', 'date', 'day-month-year', '1974-09-17'],
  ['17.09.1974 08:30', 'timestamp', 'day-month-year', '1974-09-17 08:30:00'],
  ['17.09.1974', 'timestamp', 'day-month-year', '1974-09-17 00:00:00'],
  ['17.09.1974 08:30', 'day', 'day-month-year', '1974-09-17 08:30:00'],
  ['1974-09-17T00:00:00', 'day', 'day-month-year', '1974-09-17'],
  ['17.09.1974', 'date', undefined, undefined],
  ['17.09.1974', 'date', 'decimal-comma', undefined],
  ['17.09.1974', 'string', 'day-month-year', '17.09.1974'],
  ['1974/9/17', 'date', undefined, '1974-09-17'],
  ['2,5', 'double', 'decimal-comma', '2.5'],
  ['2,5', 'double', undefined, undefined],
  ['2.500', 'double', undefined, '2.500'],
  ['2.500', 'double', 'decimal-comma', '2500'],
  ['2.5', 'double', 'decimal-comma', undefined],
  ['+7', 'double', undefined, '7'],
  ['2.000', 'integer', 'decimal-comma', '2000'],
  ['2,0', 'integer', 'decimal-comma', '2'],
  ['2,5', 'integer', 'decimal-comma', '2.5'],
  ['Ja', 'boolean', undefined, 'true'],
  ['Ja', 'string', undefined, 'Ja'],
  ['maybe', 'boolean', undefined, undefined],
])('%j for a %s field by %s', (text, type, format, wanted) => {
  expect(readValue(text, type, format)).toBe(wanted);
});
