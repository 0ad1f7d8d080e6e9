import pg from 'pg';
import { prepareValue } from 'pg/lib/utils.js';

/**
 * How values cross between JavaScript and PostgreSQL's text format. Both drivers use these two functions, so a query
 * takes and gives the same values on both:
 *
 * - int2, int4, int8, oid, float4, float8: number; an int8 beyond the safe range is an error, never a rounded number
 * - bool: boolean; bytea: Uint8Array; json and jsonb: the parsed value; timestamptz: Date
 * - arrays of these: arrays; everything else (numeric, date, interval, uuid …): PostgreSQL's text
 */
export type TextParser = (text: string) => unknown;

/** The parser for a column of the type with this object id. */
export function textParser(oid: number): TextParser {
  return parsers.get(oid) ?? asIs;
}

/** A parameter in text format; null is SQL's NULL. Arrays become array literals, objects JSON, bytes hex. */
export function parameterText(value: unknown): string | null {
  const prepared = prepareValue(value);
  return prepared instanceof Uint8Array ? `\\x${Buffer.from(prepared).toString('hex')}` : prepared;
}

// pg's other way writes local time with an offset in whole minutes, which is wrong for the local times before 1900.
pg.defaults.parseInputDatesAsUTC = true;

const asIs: TextParser = (text) => text;

function int8(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError(`The bigint ${text} exceeds the safe integers of JavaScript.`);
}

function bytea(text: string): Uint8Array {
  const bytes = Buffer.from(text.slice(2), 'hex');
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}

const timestamptz = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as TextParser;
const textArray = pg.types.getTypeParser(1009 as number) as unknown as (text: string) => Elements;
type Elements = (string | null | Elements)[];

function arrayOf(element: TextParser): TextParser {
  const parse = (item: string | null | Elements): unknown =>
    item === null ? null : Array.isArray(item) ? item.map(parse) : element(item);
  return (text) => textArray(text).map(parse);
}

/** Parser, object id of the type, object id of its array type (pg_type.dat of PostgreSQL; they never change). */
const table: [TextParser, type: number, array: number][] = [
  [(text) => text === 't', 16, 1000], // bool
  [bytea, 17, 1001],
  [int8, 20, 1016],
  [Number, 21, 1005], // int2
  [Number, 23, 1007], // int4
  [asIs, 25, 1009], // text
  [Number, 26, 1028], // oid
  [JSON.parse, 114, 199], // json
  [Number, 700, 1021], // float4
  [Number, 701, 1022], // float8
  [asIs, 1043, 1015], // varchar
  [asIs, 1082, 1182], // date
  [timestamptz, 1184, 1185],
  [asIs, 1700, 1231], // numeric
  [asIs, 2950, 2951], // uuid
  [JSON.parse, 3802, 3807], // jsonb
];

const parsers = new Map(
  table.flatMap(([parse, type, array]) => [[type, parse] as const, [array, arrayOf(parse)] as const]),
);
