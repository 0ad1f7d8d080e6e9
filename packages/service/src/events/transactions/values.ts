import type { AttributeType } from '../../platform/database/schema.ts';
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

type Definition = Pick<TransactionType, 'name' | 'store_only' | 'attributes'>;

/** Returns a function that tells what is wrong with the content of a transaction of the type; undefined when nothing is. */
export function contentChecker({
  name: typeName,
  store_only,
  attributes,
}: Definition): (content: Record<string, unknown>) => string | undefined {
  const known = new Map(attributes.map((attribute) => [attribute.name, attribute]));
  const required = attributes.filter((attribute) => attribute.required);
  return (content) => {
    for (const [name, value] of Object.entries(content)) {
      const attribute = known.get(name);
      if (attribute === undefined) return `transaction type ${typeName} has no attribute "${name}"`;
      const allowed = value === null ? undefined : faultOf(attribute.type, value, store_only);
      if (allowed) return `attribute "${name}" must be ${allowed}`;
    }
    const missing = required.find(({ name }) => !Object.hasOwn(content, name) || content[name] === null);
    return missing && `required attribute "${missing.name}" is missing`;
  };
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
