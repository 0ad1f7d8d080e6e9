import { FormlessError } from '../common/errors.ts';
import { typedDefault } from './default.ts';
import type { JsonSchema, Parameter } from './model.ts';

type Classified = Pick<Parameter, 'scalar' | 'array' | 'default'>;

/**
 * What the text of a parameter stands for: a scalar or an array of scalars, looked up through `allOf`, `anyOf`
 * and `oneOf` of a schema without references.
 * @throws FormlessError for objects, nested arrays, and mixtures such as "integer or boolean"
 */
export function classify(schema: JsonSchema, pointer: string): Classified {
  const types = typesOf(schema);
  const withDefault = (scalar: Parameter['scalar'], array: boolean): Classified => {
    const fallback = lookUp(schema, 'default') ?? undefined; // null as default says that there is none
    if (fallback === undefined) return { scalar, array };
    return { scalar, array, default: typedDefault(fallback, scalar, array, pointer) };
  };
  if (!types?.has('array')) return withDefault(scalarOf(schema, types, pointer), false);
  if (types.size > 1) throw refuse(pointer, `${[...types].join(' or ')} cannot be told apart in a parameter`);
  const [first, ...more] = new Set(itemsOf(schema).map((item) => scalarOf(item, typesOf(item), pointer)));
  if (more.length > 0) throw refuse(pointer, 'items of different types are not supported in parameters');
  return withDefault(first!, true);
}

/** The schemas of items: those of places, and that of all others. */
export function itemsOf(schema: JsonSchema): JsonSchema[] {
  const places = (lookUp(schema, 'prefixItems') ?? []) as JsonSchema[];
  const items = lookUp(schema, 'items') as JsonSchema | boolean | undefined;
  if (places.length > 0 && (items === undefined || isNothing(items))) return places;
  return [...places, typeof items === 'object' ? items : {}];
}

/** Reports whether no value fits: `false`, or `not: {}`, which stands for it. */
export function isNothing(schema: JsonSchema | boolean | undefined): boolean {
  if (typeof schema !== 'object') return schema === false;
  return typeof schema.not === 'object' && Object.keys(schema.not).length === 0;
}

function scalarOf(schema: JsonSchema, types: Set<string> | undefined, pointer: string): Parameter['scalar'] {
  const scalar = onlyScalar(types, pointer);
  return scalar === 'integer' && lookUp(schema, 'x-value') === 'bigint' ? 'bigint' : scalar;
}

function onlyScalar(types: Set<string> | undefined, pointer: string): Parameter['scalar'] {
  if (types === undefined) return 'string'; // nothing said: any text
  if (types.has('object')) throw refuse(pointer, 'objects are not supported in parameters; use a body');
  if (types.has('array')) throw refuse(pointer, 'arrays of arrays are not supported in parameters');
  if (types.has('number')) types.delete('integer');
  const [scalar, ...more] = types;
  if (scalar === undefined) throw refuse(pointer, 'no value but null fits, and a parameter cannot be null');
  // Each text is a text: nothing is lost, whatever else it could be.
  if (types.has('string')) return 'string';
  if (more.length > 0) throw refuse(pointer, `${[...types].join(' or ')} cannot be told apart in a parameter`);
  return scalar as Parameter['scalar'];
}

/** Types that values of a schema can have, without null; undefined when the schema does not say. */
export function typesOf(schema: JsonSchema): Set<string> | undefined {
  const own = ownTypes(schema);
  const parts: (Set<string> | undefined)[] = own ? [own] : [];
  for (const part of schema.allOf ?? []) parts.push(typesOf(part));
  for (const choice of [schema.anyOf, schema.oneOf]) if (choice) parts.push(union(choice.map(typesOf)));
  return parts.reduce((left, right) => (left && right ? intersection(left, right) : (left ?? right)), undefined);
}

function ownTypes(schema: JsonSchema): Set<string> | undefined {
  const values = 'const' in schema ? [schema.const] : schema.enum;
  const named: string[] | undefined = schema.type === undefined ? values?.map(typeOfValue) : [schema.type].flat();
  if (named) return new Set(named.filter((type) => type !== 'null'));
  if (schema.properties || schema.additionalProperties) return new Set(['object']);
  return schema.items || schema.prefixItems ? new Set(['array']) : undefined;
}

function typeOfValue(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function union(sets: (Set<string> | undefined)[]): Set<string> | undefined {
  return sets.includes(undefined) ? undefined : new Set(sets.flatMap((set) => [...set!]));
}

/** Every integer is a number, so that `integer` meets `number` in `integer`. */
function intersection(left: Set<string>, right: Set<string>): Set<string> {
  const meets = (type: string, set: Set<string>) => set.has(type) || (type === 'integer' && set.has('number'));
  return new Set([
    ...[...left].filter((type) => meets(type, right)),
    ...[...right].filter((type) => meets(type, left)),
  ]);
}

/** Returns the value of a keyword in a schema or the first part of its composition that has it. */
export function lookUp(schema: JsonSchema, key: string): unknown {
  if (schema[key] !== undefined) return schema[key];
  for (const part of [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) {
    const found = lookUp(part, key);
    if (found !== undefined) return found;
  }
  return undefined;
}

function refuse(pointer: string, message: string): FormlessError {
  return new FormlessError([{ pointer, message }]);
}
