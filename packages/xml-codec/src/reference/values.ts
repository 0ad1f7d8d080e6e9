import type { ScalarType } from '../plan/index.ts';

/** Values of texts that are no types of JSON, and texts of such values. `fail` throws. */

type Fail = (reason: string) => never;

const DECIMAL = /^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)$/;

export function unusual(type: ScalarType, text: string, fail: Fail): unknown {
  switch (type) {
    case 'float':
    case 'xsdFloat': {
      const value = Number(text.replace(/^\+/, '').replace(/INF$/, 'Infinity'));
      const isNumber = /^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?$/.test(text);
      if (isNumber && Number.isFinite(value)) return value || 0;
      return /^(NaN|[+-]?(INF|Infinity))$/.test(text) ? value : fail('must be a number');
    }
    case 'bigint': {
      const value = /^[+-]?[0-9]{1,40}$/.test(text) ? BigInt(text.replace('+', '')) : undefined;
      return value !== undefined && value >= -(2n ** 63n) && value < 2n ** 63n ? value : fail('must be an int64');
    }
    case 'decimal':
      return DECIMAL.test(text) ? text : fail('must be a decimal number');
    case 'base64': {
      const plain = text.replace(/\s/g, '');
      if (plain.length % 4 > 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(plain)) fail('must be base64');
      return Uint8Array.from(atob(plain), (c) => c.charCodeAt(0));
    }
    case 'instant':
    case 'httpInstant':
    case 'epochInstant': {
      const date = dateOf(DATES[type], text) ?? fail('must be a date');
      const whole = type === 'instant' ? text : date.toISOString();
      return Temporal.Instant.from(whole);
    }
    default:
      return dateOf(type, text) ?? fail('must be a date');
  }
}

const DATES = { instant: 'date', httpInstant: 'httpDate', epochInstant: 'epoch' } as const;

declare const Temporal: { Instant: { from(text: string): { epochMilliseconds: number } } };

const FORMS: Partial<Record<ScalarType, RegExp>> = {
  date: /^\d{4}-\d\d-\d\dT(?!24)\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i,
  httpDate: /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} (?!24)\d\d:\d\d:\d\d GMT$/,
  epoch: /^-?\d+(\.\d+)?$/,
};

function dateOf(type: ScalarType, text: string): Date | undefined {
  if (!FORMS[type]?.test(text)) return undefined;
  const date = new Date(type === 'epoch' ? Math.round(Number(text) * 1000) : text);
  // The engine takes years before 100 for others in the form of HTTP.
  if (type === 'httpDate') date.setUTCFullYear(Number(text.slice(12, 16)));
  return Number.isNaN(date.getTime()) || !isDayOf(type, text) ? undefined : date;
}

/** Reports whether the day of a text is one of its month. */
function isDayOf(type: ScalarType, text: string): boolean {
  if (type === 'epoch') return true;
  const [day, month, year] =
    type === 'date'
      ? [text.slice(8, 10), text.slice(5, 7), text.slice(0, 4)].map(Number)
      : [Number(text.slice(5, 7)), MONTHS.indexOf(text.slice(8, 11)) + 1, Number(text.slice(12, 16))];
  const isLeap = year! % 4 === 0 && (year! % 100 !== 0 || year! % 400 === 0);
  return day! >= 1 && day! <= (month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month!) ? 30 : 31);
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export function unusualText(type: ScalarType, value: unknown, fail: Fail): string {
  switch (type) {
    case 'bigint':
      return typeof value === 'bigint' && BigInt.asIntN(64, value) === value ? String(value) : fail('must be an int64');
    case 'decimal':
      return typeof value === 'string' && DECIMAL.test(value) ? value : fail('must be the text of a number');
    case 'base64':
      return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : fail('must be a Uint8Array');
    case 'instant':
    case 'httpInstant':
    case 'epochInstant': {
      const isInstant = Object.prototype.toString.call(value) === '[object Temporal.Instant]';
      const date = new Date(isInstant ? (value as { epochMilliseconds: number }).epochMilliseconds : Number.NaN);
      if (!isWritable(date)) return fail('must be a Temporal.Instant');
      return type === 'instant' ? String(value) : dateText(DATES[type], date);
    }
    default:
      return value instanceof Date && isWritable(value) ? dateText(type, value) : fail('must be a Date');
  }
}

function isWritable(date: Date): boolean {
  return date.getUTCFullYear() >= 0 && date.getUTCFullYear() <= 9999;
}

function dateText(type: ScalarType, date: Date): string {
  if (type === 'epoch') return String(date.getTime() / 1000);
  return type === 'httpDate' ? date.toUTCString() : date.toISOString().replace('.000Z', 'Z');
}
