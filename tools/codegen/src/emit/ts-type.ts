import { propertyKey } from '../common/names.ts';
import type { JsonSchema } from '../model/model.ts';

/**
 * The TypeScript type of the values of a parameter, from its schema with references resolved: scalars, literals,
 * arrays and their combinations. `null` is left out, for no parameter can carry it.
 */
export function tsType(schema: JsonSchema): string {
  const parts = [ownType(schema), ...(schema.allOf ?? []).map(tsType)];
  for (const choice of [schema.anyOf, schema.oneOf]) if (choice) parts.push(union(choice.map(tsType)));
  const known = [...new Set(parts)].filter((part) => part !== 'unknown');
  if (known.length > 1) return known.map(grouped).join(' & ');
  return known[0] ?? 'unknown';
}

function ownType(schema: JsonSchema): string {
  const values: unknown[] | undefined = 'const' in schema ? [schema.const] : schema.enum;
  if (!values && schema.type === undefined && schema.properties) return objectType(schema);
  if (values) return union(values.filter((value) => value !== null).map((value) => JSON.stringify(value)));
  const types: string[] = [schema.type ?? []].flat();
  return union(types.filter((type) => type !== 'null').map((type) => typeOf(type, schema)));
}

function typeOf(type: string, schema: JsonSchema): string {
  const { items } = schema;
  if (type === 'array') return `${grouped(items ? tsType(items) : 'unknown')}[]`;
  if (type === 'object') return objectType(schema);
  return type === 'integer' ? (schema['x-value'] === 'bigint' ? 'bigint' : 'number') : type;
}

function objectType({ properties, required = [], additionalProperties }: JsonSchema): string {
  const rest = typeof additionalProperties === 'object' ? tsType(additionalProperties) : 'unknown';
  const members = Object.entries<JsonSchema>(properties ?? {}).map(
    ([name, member]) => `${propertyKey(name)}${required.includes(name) ? '' : '?'}: ${tsType(member)}`,
  );
  if (members.length === 0) return `Record<string, ${rest}>`;
  const named = `{ ${members.join('; ')} }`;
  return rest === 'unknown' ? named : `(${named} & Record<string, unknown>)`;
}

function union(types: string[]): string {
  return [...new Set(types)].join(' | ') || 'unknown';
}

function grouped(type: string): string {
  return /[|&]/.test(type) ? `(${type})` : type;
}
