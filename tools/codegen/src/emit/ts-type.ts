import { propertyKey } from '../common/names.ts';
import type { JsonSchema } from '../model/model.ts';
import { isNothing } from '../model/scalar.ts';

/**
 * The TypeScript type of the values of a parameter, from its schema with references resolved: scalars, literals,
 * arrays and their combinations. `null` is left out beside other types, for no parameter can carry it.
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
  if (!values && schema.type === undefined && schema.prefixItems) return arrayType(schema);
  if (values) return union(values.map((value) => JSON.stringify(value)));
  const types: string[] = [schema.type ?? []].flat();
  return union(types.map((type) => typeOf(type, schema)));
}

function typeOf(type: string, schema: JsonSchema): string {
  if (type === 'array') return arrayType(schema);
  if (type === 'object') return objectType(schema);
  return type === 'integer' ? (schema['x-value'] === 'bigint' ? 'bigint' : 'number') : type;
}

/** Places that need not be there are optional; `items: false` ends the list behind them. */
function arrayType({ items, prefixItems = [], minItems = 0 }: JsonSchema): string {
  const list = `${grouped(typeof items === 'object' ? tsType(items) : 'unknown')}[]`;
  if (prefixItems.length === 0) return list;
  const places = prefixItems.map(
    (item: JsonSchema, index: number) => `${grouped(tsType(item))}${index < minItems ? '' : '?'}`,
  );
  return `[${[...places, ...(isNothing(items) ? [] : [`...${list}`])].join(', ')}]`;
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
  if (types.includes('unknown')) return 'unknown';
  const others = new Set(types.filter((type) => type !== 'null'));
  return [...others].join(' | ') || types[0] || 'unknown';
}

/** Reports whether a schema with references resolved says that a value may be null. */
export function isNullable({ type, anyOf, oneOf, allOf, ...schema }: JsonSchema): boolean {
  const values: unknown[] | undefined = 'const' in schema ? [schema.const] : schema.enum;
  const allows = (parts: JsonSchema[]) => parts.some(isNullable);
  const said = [
    ...(type === undefined ? [] : [[type].flat().includes('null')]),
    ...(values ? [values.includes(null)] : []),
    ...[anyOf, oneOf].flatMap((parts) => (parts ? [allows(parts)] : [])),
    ...(allOf ?? []).map(isNullable),
  ];
  return said.length > 0 && said.every(Boolean);
}

function grouped(type: string): string {
  return /[|&]/.test(type) ? `(${type})` : type;
}
