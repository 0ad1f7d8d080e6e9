import type { JsonSchema } from './model.ts';

/** Reports whether all values of a schema are objects, apart from null. */
export function isObjectSchema({ type, properties, additionalProperties, allOf = [] }: JsonSchema): boolean {
  const types = [type ?? []].flat().filter((each) => each !== 'null');
  if (types.length > 0) return types.length === 1 && types[0] === 'object';
  return Boolean(properties || additionalProperties) || (allOf.length > 0 && allOf.every(isObjectSchema));
}
