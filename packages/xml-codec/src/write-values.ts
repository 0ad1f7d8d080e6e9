import { type Output, putText } from './output.ts';
import { boolean, digitsOf, number, text, wrong } from './writers.ts';

/** Writers of scalars that are no types of JSON. */

/** In the words of JavaScript: `Infinity`. */
export function float(out: Output, value: unknown, step: string): void {
  if (Number.isFinite(value) || typeof value !== 'number') number(out, value, step);
  else putText(out, `${value}`);
}

/** In the words of XML Schema 1.0 part 2, 3.2.4: `INF`. */
export function xsdFloat(out: Output, value: unknown, step: string): void {
  if (value === Infinity || value === -Infinity) putText(out, value > 0 ? 'INF' : '-INF');
  else float(out, value, step);
}

export function bigint(out: Output, value: unknown, step: string): void {
  if (typeof value !== 'bigint' || BigInt.asIntN(64, value) !== value) wrong(value, step, 'a bigint of 64 bits');
  putText(out, `${value}`);
}

export function decimal(out: Output, value: unknown, step: string): void {
  if (typeof value !== 'string' || !/^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(value))
    wrong(value, step, 'the text of a decimal number');
  putText(out, value as string);
}

/** Milliseconds are left out where there are none. */
export function date(out: Output, value: unknown, step: string): void {
  putText(out, asDate(value, step).toISOString().replace('.000Z', 'Z'));
}

export function httpDate(out: Output, value: unknown, step: string): void {
  putText(out, asDate(value, step).toUTCString());
}

export function epoch(out: Output, value: unknown, step: string): void {
  putText(out, `${asDate(value, step).getTime() / 1000}`);
}

/** To the nanosecond, as far as there is anything to tell. */
export function instant(out: Output, value: unknown, step: string): void {
  dateOf(value, step);
  putText(out, String(value));
}

export function httpInstant(out: Output, value: unknown, step: string): void {
  httpDate(out, dateOf(value, step), step);
}

export function epochInstant(out: Output, value: unknown, step: string): void {
  epoch(out, dateOf(value, step), step);
}

/** A polyfill's instants are none of the global class, but say what they are. */
function dateOf(value: unknown, step: string): Date {
  const isInstant = Object.prototype.toString.call(value) === '[object Temporal.Instant]';
  const { epochMilliseconds = Number.NaN } = isInstant ? (value as { epochMilliseconds: number }) : {};
  return isWritable(epochMilliseconds)
    ? new Date(epochMilliseconds)
    : wrong(value, step, 'a Temporal.Instant from year 0 to 9999');
}

function asDate(value: unknown, step: string): Date {
  return value instanceof Date && isWritable(value.getTime())
    ? value
    : wrong(value, step, 'a Date from year 0 to 9999');
}

/** RFC 3339 has four digits for a year. */
const isWritable = (milliseconds: number): boolean => milliseconds >= FIRST && milliseconds <= LAST;

const FIRST = -62_167_219_200_000;
const LAST = 253_402_300_799_999;

export function base64(out: Output, value: unknown, step: string): void {
  if (!(value instanceof Uint8Array)) return void wrong(value, step, 'a Uint8Array');
  // A multiple of three bytes at a time: each piece is whole by itself.
  for (let i = 0; i < value.length; i += 0x6000) {
    putText(out, btoa(String.fromCharCode(...value.subarray(i, i + 0x6000))));
  }
}

/** A text, a number or a boolean. */
export function scalar(out: Output, value: unknown, step: string): void {
  if (typeof value === 'string') text(out, value, step);
  else literal(out, value, step);
}

/** A number or a boolean. */
export function literal(out: Output, value: unknown, step: string): void {
  if (typeof value === 'boolean') boolean(out, value, step);
  else number(out, value, step);
}

/** The text of a number or boolean, for an attribute; other values as they are. */
export function plain(value: unknown): unknown {
  if (typeof value === 'number' && Number.isFinite(value)) return digitsOf(value);
  return typeof value === 'boolean' ? `${value}` : value;
}

/** The entries of a record, for `x-xml-map`. */
export function entries(value: object): { key: string; value: unknown }[] {
  return Object.entries(value).flatMap(([key, each]) => (each === undefined ? [] : { key, value: each }));
}
