import type { Option } from '../../components/forms.ts';
import { type Say, type Words, words } from '../../words.ts';
import type { Import } from './list.ts';

type Column = Import['columns'][number];
export type Format = NonNullable<Column['format']>;

const dates: readonly (readonly [Format, Words])[] = [
  ['day-month-year', words('Day first: 31.12.1980')],
  ['month-day-year', words('Month first: 12/31/1980')],
  ['year-month-day', words('Year first: 1980-12-31')],
];
const numbers: readonly (readonly [Format, Words])[] = [
  ['decimal-comma', words('Decimal comma: 1.234,5')],
  ['decimal-point', words('Decimal point: 1,234.5')],
];
const isOf = (formats: readonly (readonly [Format, Words])[], format: string) =>
  formats.some(([each]) => each === format);

/** Kind of the values of a field that need a format. */
export type FormatKind = 'date' | 'number';

/** Returns the kind of formats that a field takes, by the types of the custom fields. */
export function formatKindOf(field: string, types: ReadonlyMap<string, string>): FormatKind | undefined {
  const type = field === 'BIRTHDAY' || field === 'NAMEDAY' ? 'date' : (types.get(field) ?? 'string');
  if (/^(?:date|timestamp)$/.test(type)) return 'date';
  return /^(?:integer|float|double)$/.test(type) ? 'number' : undefined;
}

/** Returns the kind of formats that fit the values of a column. */
export function fittingKind({ fitting_formats: fitting = [] }: Column): FormatKind | undefined {
  const [first] = fitting;
  return first === undefined ? undefined : isOf(dates, first.format) ? 'date' : 'number';
}

/** Formats that can be chosen for a column, that which fits first chosen; with several, nothing is chosen. */
export function formatOptions(say: Say, column: Column): { options: Option[]; value: string } {
  const { fitting_formats: fitting = [] } = column;
  const options = say.options(fittingKind(column) === 'date' ? dates : numbers);
  if (fitting.length === 1) return { options, value: fitting[0]!.format };
  return { options: [['', say('Choose a format')], ...options], value: '' };
}

/** Says how a value of the column is read by the formats that fit. */
export function sayReadings(say: Say, { fitting_formats: fitting = [] }: Column): string {
  const readings = fitting.flatMap(({ value }) => (value === undefined ? [] : [readable(say, value)]));
  const [first] = fitting;
  if (first === undefined) return '';
  if (readings.length === fitting.length && readings.length === 1)
    return say('“{example}” is read as {reading}.', { example: first.example, reading: readings[0]! });
  if (readings.length === fitting.length)
    return say('“{example}” can be {readings}. Which one is meant?', {
      example: first.example,
      readings: readings.join(' / '),
    });
  return say(
    'The values are in several formats, such as “{example}”. Those that do not fit the one you choose are bad values.',
    {
      example: first.example,
    },
  );
}

function readable(say: Say, value: string): string {
  const date = /^\d{4}-\d\d-\d\d/.exec(value)?.[0];
  if (date === undefined) return say.number(Number(value));
  const format = new Intl.DateTimeFormat(say.language, { dateStyle: 'long', timeZone: 'UTC' });
  return format.format(new Date(`${date}T00:00:00Z`));
}
