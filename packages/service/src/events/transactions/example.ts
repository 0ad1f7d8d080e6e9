import type { AttributeType } from '../tables.ts';
import { isDate, isTimestamp } from './values.ts';

/** The attribute types that an example of a content shows: none of them is required. */
export function attributesOfExample(content: Record<string, unknown>) {
  return Object.entries(content).map(([name, value]) => ({
    name,
    type: typeOf(value),
    required: false,
    description: null,
  }));
}

function typeOf(value: unknown): AttributeType {
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'double';
  if (typeof value !== 'string') return 'json';
  if (isTimestamp(value)) return 'timestamp';
  return isDate(value) ? 'date' : 'string';
}
