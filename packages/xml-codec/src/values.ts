import { shown } from './chars.ts';
import { isDay, parseDateTime } from './date-time.ts';
import type { Reader } from './reader.ts';

/** Converts texts to scalars whose types JSON does not have. Ignores white space around them. */

/** A number of XML Schema, or of JavaScript: `INF` and `Infinity` are one. */
export function toFloat(reader: Reader, text: string): number {
  const word = text.trim();
  const [, sign, infinite] = /^([-+]?)(INF|Infinity)$/.exec(word) ?? [];
  if (infinite !== undefined) return sign === '-' ? -Infinity : Infinity;
  const value = /^[-+.\d][-+.\de]*$/i.test(word) ? Number(word) + 0 : Number.NaN;
  return Number.isFinite(value) || word === 'NaN' ? value : wrong(reader, text, 'a number');
}

/** 64 bits with a sign. */
export function toBigint(reader: Reader, text: string): bigint {
  const value = /^\s*[+-]?\d{1,40}\s*$/.test(text) ? BigInt(text.trim().replace('+', '')) : undefined;
  return value !== undefined && BigInt.asIntN(64, value) === value
    ? value
    : wrong(reader, text, 'an integer of 64 bits');
}

/** A decimal number, with all its digits. */
export function toDecimal(reader: Reader, text: string): string {
  const value = text.trim();
  return /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(value) ? value : wrong(reader, text, 'a decimal number');
}

/** A date-time of RFC 3339. */
export const toDate = (reader: Reader, text: string): Date =>
  parseDateTime(text.trim()) ?? wrong(reader, text, 'a date-time (RFC 3339)');

/** IMF-fixdate of RFC 9110, 5.6.7. */
export function toHttpDate(reader: Reader, text: string): Date {
  const form = /^\s*[A-Z][a-z]{2}, (\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d:\d\d:\d\d) GMT\s*$/;
  const [, day, month, year, time] = form.exec(text) ?? [];
  // Date.parse would take the year 0099 for 1999 in this form.
  const number = String(MONTHS.indexOf(month!) / 3 + 1).padStart(2, '0');
  const date = `${year}-${number}-${day}`;
  const milliseconds = isDay(date) && !time!.startsWith('24') ? Date.parse(`${date}T${time}Z`) : Number.NaN;
  return dateOf(reader, text, milliseconds, 'a date of HTTP (RFC 9110)');
}

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';

/** Seconds since the beginning of 1970. */
export function toEpoch(reader: Reader, text: string): Date {
  const seconds = /^\s*-?\d+(\.\d+)?\s*$/.test(text) ? Number(text) : Number.NaN;
  return dateOf(reader, text, Math.round(seconds * 1000), 'seconds since 1970');
}

/** Base64 of RFC 4648, 4; white space in it does not count. */
export function toBase64(reader: Reader, text: string): Uint8Array {
  const plain = text.replace(/\s/g, '');
  const isWhole = plain.length % 4 === 0 && /^[A-Za-z\d+/]*={0,2}$/.test(plain);
  return isWhole ? Uint8Array.from(atob(plain), (c) => c.charCodeAt(0)) : wrong(reader, text, 'base64');
}

function dateOf(reader: Reader, text: string, milliseconds: number, expected: string): Date {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? wrong(reader, text, expected) : date;
}

/** The record of some entries. */
export function toRecord(reader: Reader, entries: readonly { key: string; value: unknown }[]): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const { key, value } of entries) {
    if (Object.hasOwn(record, key)) reader.fail('duplicate', `one entry ${shown(key)}`, 'two', reader.valueAt);
    Object.defineProperty(record, key, { value, enumerable: true, configurable: true, writable: true });
  }
  return record;
}

function wrong(reader: Reader, text: string, expected: string): never {
  return reader.fail('type', expected, shown(text), reader.valueAt);
}
