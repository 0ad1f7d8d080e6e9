import type { JsonSchema } from './model.ts';

/** Reports whether a value of an enumeration has a type that the schema allows. */
export function isOfType(value: unknown, { type }: JsonSchema): boolean {
  if (type === undefined) return true;
  const types: string[] = [type].flat();
  if (value === null || typeof value !== 'number')
    return types.includes(value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
  return types.includes('number') || (types.includes('integer') && Number.isInteger(value));
}
