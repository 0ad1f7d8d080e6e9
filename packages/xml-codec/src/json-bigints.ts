import { parseDateTime } from './date-time.ts';
import { finite } from './json-numbers.ts';

/**
 * JSON in which integers of 64 bits are bigints, and date-times objects of these. Where these stand is known from the description:
 * JSON itself has one kind of number, and no times.
 */

export { parseDateTime } from './date-time.ts';
export { isMultipleOf, multipleFrom, toJson } from './json-numbers.ts';

/** Positions of bigints in each schema, by schema name. */
export type BigintPlaces = Readonly<Record<string, BigintPlace>>;

/** A bigint (1), a Date (2), an instant of Temporal (3), a schema by its name, members, items and other members, or several of these that hold together. */
export type BigintPlace = 1 | 2 | 3 | string | readonly BigintPlace[] | BigintParts;

export interface BigintParts {
  readonly members?: Readonly<Record<string, BigintPlace>>;
  readonly items?: BigintPlace;
  readonly rest?: BigintPlace;
}

/** The source of a number, which platforms tell since 2023. */
type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown;

const rawJson = (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON;

/** JSON with all digits of bigints. */
export function writeBigints(value: unknown): string {
  return JSON.stringify(value, function (this: unknown, key, each) {
    return typeof each === 'bigint' ? rawJson(String(each)) : finite.call(this, key, each);
  });
}

/** An integer that no number can hold, until its place is known. */
class Beyond {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

/**
 * Parses JSON with the bigints of a schema.
 *
 * @throws SyntaxError; RangeError with the digits of another number that JavaScript would round
 */
export function parseBigints(text: string, places: BigintPlaces, schema: string): unknown {
  let hasBeyond = false;
  const exact: Reviver = (_, value, context) => {
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
    const source = context?.source ?? String(value);
    if (!Number.isFinite(value)) throw new RangeError(source);
    if (!/^-?\d+$/.test(source)) return value;
    if (!context?.source) throw new RangeError(source);
    hasBeyond = true;
    return new Beyond(source);
  };
  const value = read(JSON.parse(text, exact as (key: string, value: unknown) => unknown), schema, places);
  if (hasBeyond) refuseBeyond(value);
  return value;
}

/** The value with bigints where they stand. */
function read(value: unknown, place: BigintPlace, places: BigintPlaces): unknown {
  if (place === 1) {
    if (value instanceof Beyond) return BigInt(value.source);
    return Number.isSafeInteger(value) ? BigInt(value as number) : value;
  }
  if (place === 2 || place === 3) return typeof value === 'string' ? toTime(value, place) : value;
  if (typeof place === 'string') return Object.hasOwn(places, place) ? read(value, places[place]!, places) : value;
  if (isSeveral(place)) return place.reduce((each, one) => read(each, one, places), value);
  if (typeof value !== 'object' || value === null || value instanceof Beyond) return value;
  const { members = {}, items, rest } = place;
  const part = (each: unknown, at: BigintPlace | undefined) => (at === undefined ? each : read(each, at, places));
  if (Array.isArray(value)) return value.map((each) => part(each, items));
  const entries = Object.entries(value).map(([key, each]) => [
    key,
    part(each, Object.hasOwn(members, key) ? members[key] : rest),
  ]);
  return Object.fromEntries(entries);
}

declare const Temporal: { Instant: { from(text: string): unknown } };

/** A text that is no date-time stays one, for it may be another alternative; validators refuse it. */
function toTime(text: string, place: 2 | 3): unknown {
  const date = parseDateTime(text);
  return date && place === 3 ? Temporal.Instant.from(text) : (date ?? text);
}

const isSeveral = (place: BigintPlace): place is readonly BigintPlace[] => Array.isArray(place);

function refuseBeyond(value: unknown): void {
  if (value instanceof Beyond) throw new RangeError(value.source);
  if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) refuseBeyond(each);
}
