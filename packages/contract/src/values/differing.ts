import type { JsonSchema } from '@mailwright/codegen/description';
import { propertiesOf } from '../contract/schemas.ts';
import { isValid } from './sample.ts';

/** A body with other values than are there, as far as the schema has others; what is no scalar stays. */
export function differing(schema: JsonSchema, body: unknown, before: object): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const properties = propertiesOf(schema);
  const entries = Object.entries(body).map(([key, value]) => {
    const now = (before as Record<string, unknown>)[key];
    const others = value === now && !/id$/i.test(key) ? alternatives(properties[key] ?? {}, value) : [];
    return [key, others.find((other) => isValid(properties[key] ?? {}, other)) ?? value];
  });
  return Object.fromEntries(entries);
}

function alternatives(schema: JsonSchema, value: unknown): unknown[] {
  if (schema.enum) return schema.enum.filter((each: unknown) => each !== value && each !== null);
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'number') return [value + 1, value - 1, value / 2];
  return typeof value === 'string' && !schema.format ? [`${value}2`, `${value.slice(0, -1)}x`] : [];
}
