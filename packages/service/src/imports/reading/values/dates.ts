/** Orders of the parts of a date that people write with numbers. */
export const dateFormats = ['year-month-day', 'day-month-year', 'month-day-year'] as const;
export type DateFormat = (typeof dateFormats)[number];

/** A day that exists, `YYYY-MM-DD`, and the time `HH:MM:SS` if the text has one. */
export interface DateAndTime {
  date: string;
  time?: string;
}

const maxLength = 40;
const numeric = /^(\d{1,4})([./-]) ?(\d{1,2})\2 ?(\d{1,4})$/;
/** `31. Dezember 1980`, `31-Dec-80`, `31 de diciembre de 1980` */
const dayAndName = /^(\d{1,2})(?:\.|er)?[ -]?(?:de )?(\p{L}{3,12})\.?,?[ -]?(?:de )?(\d{4}|\d{2})$/u;
/** `December 31, 1980` */
const nameAndDay = /^(\p{L}{3,12})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/u;
const timeBehind = /[ T](\d{1,2}):([0-5]\d)(?::([0-5]\d)(?:[.,]\d{1,9})?)? ?(?:([ap])\.?m\.?|uhr|z|[+-]\d\d:?\d\d)?$/i;

/**
 * Reads a date as people write it, with a time if there is one. A year of four digits in front and the name of a month need
 * no format, and points stand between parts only where the day is first. Returns `undefined` if the text is no day that exists
 * in this format.
 */
export function parseDate(text: string, format: DateFormat): DateAndTime | undefined {
  if (text.length > maxLength || !/^[\p{L}\d]/u.test(text)) return undefined;
  const clock = timeBehind.exec(text);
  const time = clock === null ? undefined : timeOf(clock);
  if (clock !== null && time === undefined) return undefined;
  const date = dateOf((clock === null ? text : text.slice(0, clock.index)).trim(), format);
  return date === undefined ? undefined : { date, ...(time !== undefined && { time }) };
}

function dateOf(text: string, format: DateFormat): string | undefined {
  const written = numeric.exec(text);
  if (written !== null) {
    const [, one, sign, two, three] = written as unknown as [string, string, string, string, string];
    if (one.length === 4) return three.length <= 2 ? dayOf(one, two, three) : undefined;
    if (one.length === 3 || three.length % 2 === 1) return undefined;
    if (format === 'day-month-year') return dayOf(three, two, one);
    return format === 'month-day-year' && sign !== '.' ? dayOf(three, one, two) : undefined;
  }
  const named = dayAndName.exec(text);
  if (named !== null) return dayOf(named[3]!, monthOf(named[2]!), named[1]!);
  const nameFirst = nameAndDay.exec(text);
  return nameFirst === null ? undefined : dayOf(nameFirst[3]!, monthOf(nameFirst[1]!), nameFirst[2]!);
}

/** Years of two digits are those of 1930 to 2029, as in Excel. */
const firstYear = 30;

function dayOf(year: string, month: string | undefined, day: string): string | undefined {
  if (month === undefined) return undefined;
  const century = Number(year) < firstYear ? '20' : '19';
  const text = `${year.length === 2 ? century : ''}${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : undefined;
}

function timeOf([, hours, minutes, seconds = '00', half]: RegExpExecArray): string | undefined {
  const hour = Number(hours);
  if (half !== undefined && (hour < 1 || hour > 12)) return undefined;
  const whole = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return whole > 23 ? undefined : `${String(whole).padStart(2, '0')}:${minutes}:${seconds}`;
}

/** Languages of the names of columns that are recognized. */
const languages = ['en', 'de', 'fr', 'es'];
let months: Map<string, string> | undefined;

/** Returns the number of a month by its name, whole or short. */
function monthOf(name: string): string | undefined {
  months ??= new Map(
    languages.flatMap((language) =>
      Array.from({ length: 12 }, (_, month) => month).flatMap((month) =>
        (['long', 'short'] as const).map((length): [string, string] => {
          const format = new Intl.DateTimeFormat(language, { month: length, day: 'numeric', timeZone: 'UTC' });
          const part = format.formatToParts(Date.UTC(2024, month, 1)).find(({ type }) => type === 'month')!;
          return [plain(part.value), String(month + 1)];
        }),
      ),
    ),
  );
  return months.get(plain(name)) ?? shortened(name);
}

/** Months that people shorten to three letters where the language writes four, or the whole name. */
const shortened = (name: string) =>
  new Map([
    ['jun', '6'],
    ['jul', '7'],
    ['mär', '3'],
    ['mar', '3'],
    ['mrz', '3'],
    ['sep', '9'],
  ]).get(plain(name));

const plain = (name: string) => name.toLowerCase().replaceAll('.', '');
