import { shown } from './chars.ts';
import type { Reader } from './reader.ts';
import { toDate, toEpoch, toHttpDate } from './values.ts';

/** Times as instants of Temporal, which is global in Node 26 and the browsers of 2026; elsewhere a polyfill makes it so. */
declare const Temporal: { Instant: { from(text: string): Instant; fromEpochMilliseconds(ms: number): Instant } };

interface Instant {
  readonly epochMilliseconds: number;
  toString(): string;
}

/** A date-time of RFC 3339, to the nanosecond. */
export function toInstant(reader: Reader, text: string): Instant {
  toDate(reader, text);
  try {
    return Temporal.Instant.from(text.trim());
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return reader.fail('type', 'a date-time (RFC 3339)', shown(text), reader.valueAt);
  }
}

/** IMF-fixdate of RFC 9110, 5.6.7. */
export const toHttpInstant = (reader: Reader, text: string): Instant =>
  Temporal.Instant.fromEpochMilliseconds(toHttpDate(reader, text).getTime());

/** Seconds since the beginning of 1970, to the millisecond. */
export const toEpochInstant = (reader: Reader, text: string): Instant =>
  Temporal.Instant.fromEpochMilliseconds(toEpoch(reader, text).getTime());
