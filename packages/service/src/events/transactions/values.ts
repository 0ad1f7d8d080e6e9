import type { AttributeType } from '../tables.ts';
import type { TransactionType } from './types.ts';

const longestText = 1000;
const longestStoredText = 64_000;
const int32 = 2 ** 31;

export const isDate = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && isCalendarDay(text);

export const isTimestamp = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(text) && isCalendarDay(text.slice(0, 10));

function isCalendarDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

type Definition = Pick<TransactionType, 'store_only' | 'attributes'>;

/** The content of a transaction with the values of its attributes, or what is wrong with it. */
export type ReadContent =
  | { fault: string }
  | {
      content: Record<string, unknown>;
      /** Names that the type does not have. */
      unknown: string[];
    };

/**
 * Returns a function that reads the content of transactions of the type. A value of another type than that of its
 * attribute is converted if nothing is lost by it. Nested objects are the values of attributes with dots in their names.
 */
export function contentReader({
  store_only,
  attributes,
}: Definition): (content: Record<string, unknown>) => ReadContent {
  const known = new Map(attributes.map((attribute) => [attribute.name, attribute]));
  const above = new Set(attributes.flatMap(({ name }) => prefixesOf(name)));
  const required = attributes.filter((attribute) => attribute.required);
  return (given) => {
    const content: Record<string, unknown> = {};
    const unknown: string[] = [];
    for (const [name, value] of flattened(given, known, above)) {
      const attribute = known.get(name);
      if (attribute === undefined) {
        unknown.push(name);
        continue;
      }
      content[name] = value === null ? null : converted(attribute.type, value);
      const allowed = value === null ? undefined : faultOf(attribute.type, content[name], store_only);
      if (allowed) return { fault: `attribute "${name}" must be ${allowed}` };
    }
    const missing = required.find(({ name }) => !Object.hasOwn(content, name) || content[name] === null);
    if (missing) return { fault: `required attribute "${missing.name}" is missing` };
    return { content, unknown };
  };
}

/** Describes a name in the content that the type does not have. */
export const unknownFault = (typeName: string, name: string): string =>
  `transaction type ${typeName} has no attribute "${name}"`;

/** The members of content, with nested ones under their names with dots if the type has attributes below. */
function* flattened(
  content: Record<string, unknown>,
  known: ReadonlyMap<string, unknown>,
  above: ReadonlySet<string>,
  prefix = '',
): Generator<[name: string, value: unknown]> {
  for (const [key, value] of Object.entries(content)) {
    const name = prefix + key;
    const isNested = typeof value === 'object' && value !== null && !Array.isArray(value) && !known.has(name);
    if (isNested && above.has(name)) yield* flattened(value as Record<string, unknown>, known, above, `${name}.`);
    else yield [name, value];
  }
}

/** `a.b.c` -> `a`, `a.b` */
const prefixesOf = (name: string): string[] => [...name.matchAll(/\./g)].map(({ index }) => name.slice(0, index));

/** The value as the type wants it, if it says the same; otherwise the value itself. */
function converted(type: AttributeType, value: unknown): unknown {
  if (type === 'string') return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  if (typeof value !== 'string') return value;
  if (type === 'json') return parsed(value);
  const text = value.trim();
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : value;
  const isNumber = type === 'integer' || type === 'double' || type === 'float';
  return isNumber && /^-?(0|[1-9]\d{0,14})(\.\d{1,15})?$/.test(text) ? Number(text) : value;
}

/** Objects and lists that are sent as text; other texts stay texts. */
function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Returns the expected form of a value that does not have the type. */
function faultOf(type: AttributeType, value: unknown, storeOnly: boolean): string | undefined {
  switch (type) {
    case 'string': {
      const longest = storeOnly ? longestStoredText : longestText;
      return typeof value === 'string' && value.length <= longest
        ? undefined
        : `a text of at most ${longest} characters`;
    }
    case 'integer':
      return Number.isInteger(value) && (value as number) >= -int32 && (value as number) < int32
        ? undefined
        : 'a whole number of 32 bits';
    case 'double':
    case 'float':
      return typeof value === 'number' ? undefined : 'a number';
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'true or false';
    case 'date':
      return typeof value === 'string' && isDate(value) ? undefined : 'a date, YYYY-MM-DD';
    case 'timestamp':
      return typeof value === 'string' && isTimestamp(value) ? undefined : 'a time, YYYY-MM-DD HH:MM:SS';
    case 'json':
      return undefined;
  }
}
