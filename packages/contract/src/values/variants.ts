import type { JsonSchema } from '@mailwright/codegen/description';
import { isValid } from './sample.ts';

/** More would take longer than they tell. */
const MOST = 12;

/** Good values that differ from a good one in one property: each of an enumeration, both of a boolean, both ends of a bound. */
export function variants(schema: JsonSchema, good: unknown): { about: string; value: unknown }[] {
  if (typeof good !== 'object' || good === null || Array.isArray(good)) return [];
  return Object.entries<JsonSchema>(schema.properties ?? {})
    .flatMap(([key, property]) =>
      choices(property)
        .filter((choice) => choice !== (good as Record<string, unknown>)[key])
        .map((choice) => ({ about: `${key}=${shown(choice)}`, value: { ...good, [key]: choice } })),
    )
    .filter(({ value }) => isValid(schema, value))
    .slice(0, MOST);
}

function choices(schema: JsonSchema): unknown[] {
  if (schema.enum) return schema.enum.filter((each: unknown) => each !== null);
  const types = [schema.type ?? []].flat();
  if (types.includes('boolean')) return [true, false];
  if (types.includes('integer') || types.includes('number'))
    return [schema.minimum, schema.maximum].filter((each) => each !== undefined);
  if (!types.includes('string') || schema.format || schema.pattern) return [];
  return [schema.minLength, schema.maxLength]
    .filter((length) => length > 0 && length <= 1_000)
    .map((length) => 'x'.repeat(length));
}

const shown = (choice: unknown) =>
  typeof choice === 'string' && choice.length > 20 ? `${choice.length} characters` : choice;
