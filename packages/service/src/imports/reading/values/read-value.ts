import type { CustomFieldType } from '../../../people/index.ts';
import { parseBoolean } from './booleans.ts';
import type { ValueFormat } from './column-values.ts';
import { type DateFormat, dateFormats, parseDate } from './dates.ts';
import { type NumberFormat, numberFormats, parseNumber } from './numbers.ts';

/** Type of a field that values are read for; `day` is a date with or without a time. */
export type ValueType = CustomFieldType | 'day';

/**
 * Reads the text of a cell as the type of its field takes it. Without a format, values are read that every format reads as the
 * same, and numbers as programs write them. Returns `undefined` if the text cannot be read.
 */
export function readValue(text: string, type: ValueType, format: ValueFormat | undefined): string | undefined {
  switch (type) {
    case 'boolean':
      return parseBoolean(text);
    case 'integer':
      return numberIn(text, format)?.replace(/\.0*$/, '');
    case 'float':
    case 'double':
      return numberIn(text, format);
    case 'date':
      return dateIn(text, format)?.date;
    case 'timestamp': {
      const read = dateIn(text, format);
      return read && `${read.date} ${read.time ?? '00:00:00'}`;
    }
    case 'day': {
      const read = dateIn(text, format);
      if (read === undefined) return undefined;
      return read.time === undefined || read.time === '00:00:00' ? read.date : `${read.date} ${read.time}`;
    }
    default:
      return text;
  }
}

const isDateFormat = (format: ValueFormat): format is DateFormat => dateFormats.some((each) => each === format);
const isNumberFormat = (format: ValueFormat): format is NumberFormat => numberFormats.some((each) => each === format);

/** Numbers as JSON has them. */
const plainNumber = /^[+-]?\d+\.\d+(?:e[+-]?\d+)?$/i;

const dateIn = (text: string, format: ValueFormat | undefined) =>
  parseDate(text, format !== undefined && isDateFormat(format) ? format : 'year-month-day');

function numberIn(text: string, format: ValueFormat | undefined): string | undefined {
  if (format !== undefined && isNumberFormat(format)) return parseNumber(text, format);
  const [one, other] = numberFormats.map((each) => parseNumber(text, each));
  return one === other ? one : plainNumber.test(text) ? text : undefined;
}

const days: Record<DateFormat, string> = {
  'year-month-day': '1980-12-31',
  'day-month-year': '31.12.1980',
  'month-day-year': '12/31/1980',
};

/** Describes the values that a column of a format has for fields of a type; `undefined` if the format is for other types. */
export function describeAllowed(type: ValueType, format: ValueFormat | undefined): string | undefined {
  switch (type) {
    case 'boolean':
      return 'it must be yes or no, true or false, 1 or 0';
    case 'date':
    case 'timestamp':
    case 'day':
      return format !== undefined && isDateFormat(format) ? `it must be a date such as ${days[format]}` : undefined;
    case 'float':
    case 'double':
      if (format === undefined || !isNumberFormat(format)) return undefined;
      return `it must be a number such as ${format === 'decimal-comma' ? '1,5' : '1.5'}`;
    default:
      return undefined;
  }
}
