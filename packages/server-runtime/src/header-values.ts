import type { HeaderType } from '@mailwright/xml-codec';
import { toBase64 } from './bytes.ts';
import { show } from './text.ts';

/** Documented type of a header, or of each item of a list header. */
export interface HeaderTable {
  type: HeaderType;
  list?: true;
  /** Times are instants of Temporal. */
  instant?: true;
  required?: true;
}

/** Headers that a handler adds: strings, or values of documented headers. Undefined ones are omitted. */
export interface HeaderValues {
  readonly [name: string]: unknown;
}

export type HeaderTexts = Readonly<Record<string, string | undefined>>;

/** Documented headers as values, others as strings. */
export type TypedHeaders<Values> = Values & HeaderValues;

/** Encodes headers. @throws Error for a value that does not match the description */
export function headerTexts(
  values: HeaderValues,
  tables: Readonly<Record<string, HeaderTable>> | undefined,
  who: string,
): [name: string, text: string][] {
  return Object.entries(values).flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return [];
    if (typeof value === 'string') return [[name, value]];
    if (isCookies(name, value)) return value.map((cookie) => [name, cookie]);
    const text = textOf(value, tableOf(name, tables));
    if (text !== undefined) return [[name, text]];
    throw new Error(`${who} returned a header ${name} that does not match its schema: ${show(value)}`);
  });
}

/** Cookies are the only header whose lines cannot be joined (RFC 6265, section 3). */
const isCookies = (name: string, value: unknown): value is readonly string[] =>
  name.toLowerCase() === 'set-cookie' && Array.isArray(value) && value.every((each) => typeof each === 'string');

function tableOf(name: string, tables: Readonly<Record<string, HeaderTable>> = {}): HeaderTable | undefined {
  const same = name.toLowerCase();
  return Object.entries(tables).find(([each]) => each.toLowerCase() === same)?.[1];
}

function textOf(value: unknown, table: HeaderTable | undefined): string | undefined {
  if (!table?.list) return table && itemText(value, table);
  if (!Array.isArray(value)) return undefined;
  const texts = value.map((item) => itemText(item, table));
  if (texts.includes(undefined)) return undefined;
  return texts.map((text) => (table.type === 'string' ? quoted(text!) : text)).join(', ');
}

/** Undefined for a value of another type. */
function itemText(value: unknown, { type, instant }: HeaderTable): string | undefined {
  switch (type) {
    case 'integer':
      return Number.isSafeInteger(value) ? String(value) : undefined;
    case 'bytes':
      return value instanceof Uint8Array ? toBase64(value) : undefined;
    case 'date-time':
    case 'http-date':
    case 'epoch-seconds':
      return timeText(value, type, instant);
    case 'decimal':
      return typeof value === 'string' ? value : undefined;
    case 'boolean':
    case 'bigint':
    case 'number':
    case 'string':
      // These types are called as those of JavaScript.
      return [typeof value].includes(type) ? String(value) : undefined;
  }
}

function timeText(value: unknown, type: HeaderType, instant?: true): string | undefined {
  const isInstant = Object.prototype.toString.call(value) === '[object Temporal.Instant]';
  if (instant ? !isInstant : !(value instanceof Date)) return undefined;
  const date = instant ? new Date((value as { epochMilliseconds: number }).epochMilliseconds) : (value as Date);
  if (Number.isNaN(date.getTime())) return undefined;
  if (type === 'http-date') return date.toUTCString();
  if (type === 'epoch-seconds') return String(date.getTime() / 1000);
  return instant ? String(value) : date.toISOString().replace('.000Z', 'Z');
}

/** Items with commas, quotes, or white space at an end are quoted strings (RFC 9110, 5.6.4). */
function quoted(text: string): string {
  const isPlain = text !== '' && text.trim() === text && !/[",]/.test(text);
  return isPlain ? text : `"${text.replace(/["\\]/g, '\\$&')}"`;
}
