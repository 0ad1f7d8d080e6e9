import type { Json, JsonSchema } from './model.ts';
import { lookUp } from './scalar.ts';

const partsOf = (schema: JsonSchema): JsonSchema[] => [schema, ...(schema.allOf ?? [])];

/** The named members of an object schema without references. */
export const membersOf = (schema: JsonSchema): Record<string, Json> =>
  Object.assign({}, ...partsOf(schema).map(({ properties }) => properties));

/** The names of the members that it requires. */
export const requiredOf = (schema: JsonSchema): string[] => partsOf(schema).flatMap((part) => part.required ?? []);

/** The defaults of its members, and whether an object of these alone has all that is required. */
export function memberDefaults(schema: JsonSchema): { defaults: Record<string, unknown>; isWhole: boolean } {
  const entries = Object.entries(membersOf(schema)).flatMap(([name, member]): [string, unknown][] => {
    const value = typeof member === 'object' ? lookUp(member, 'default') : undefined;
    return value === undefined || value === null ? [] : [[name, value]];
  });
  const names = new Set(entries.map(([name]) => name));
  return {
    defaults: Object.fromEntries(entries),
    isWhole: names.size > 0 && requiredOf(schema).every((name) => names.has(name)),
  };
}
