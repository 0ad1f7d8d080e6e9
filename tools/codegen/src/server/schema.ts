import type { Json, JsonSchema } from '../model/model.ts';
import { splitPointer } from '../model/pointer.ts';
import { choiceOf } from './choice.ts';
import { formats } from './formats.ts';
import { keyOf } from './key.ts';
import { PATTERN_WORDS } from './pattern-keyword.ts';

const plain = new Set(
  `type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems
  minItems uniqueItems maxContains minContains maxProperties minProperties required dependentRequired`.split(/\s+/),
);
const oneSchema = new Set(
  `items additionalProperties unevaluatedItems unevaluatedProperties contains propertyNames not if then else`.split(
    /\s+/,
  ),
);
const listOfSchemas = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const mapOfSchemas = new Set(['properties', 'patternProperties', 'dependentSchemas']);

/** Returns the restrictions of a named schema, as a schema of its own. */
export function restrictionsOfRoot(schema: JsonSchema): JsonSchema {
  const own = restrictions(schema);
  if (typeof own === 'boolean') return own ? {} : { not: {} };
  // Ajv gives a schema that is another one the function of that one.
  return own.$ref === undefined ? own : { allOf: [own] };
}

/**
 * What a validator needs of a schema: keywords that restrict values, references as names of schemas. Everything that only
 * describes (`xml`, `example`, `x-…`, formats without a meaning for values) is left out; a discriminator chooses the form.
 */
export function restrictions(schema: JsonSchema | boolean): JsonSchema | boolean {
  if (typeof schema === 'boolean') return schema;
  const choice = choiceOf(schema);
  if (choice === undefined) return restrictionsOf(schema);
  const { [choice.keyword]: _, allOf = [], ...rest } = schema;
  return { ...restrictionsOf(rest), allOf: [...allOf.map(restrictions), ...choice.rules] };
}

/** Restrictions of an array of which each part can be validated by itself; undefined for other schemas. */
export function plainList(schema: JsonSchema): { maxItems?: number } | undefined {
  const { type, items: _, maxItems, ...others } = restrictions(schema) as JsonSchema;
  if (type !== 'array' || Object.keys(others).length > 0) return undefined;
  return maxItems === undefined ? {} : { maxItems };
}

function restrictionsOf(schema: JsonSchema): JsonSchema {
  if (schema['x-value'] === 'bigint') return { bigint: bigintRules(schema) };
  if (schema['x-value'] && schema['x-value'] !== 'string')
    return { instance: { type: schema['x-value'], ...(isNullable(schema) && { nullable: true }) } };
  if (schema['x-value'] === 'string')
    return { type: [schema.type].flat().map((type) => (type === 'null' ? type : 'string')) };
  if (mayBeInfinite(schema)) {
    const { type, ...rest } = schema;
    return { ...restrictionsOf(rest), anyOf: [{ type }, NO_JSON] };
  }
  const entries = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    if (plain.has(key)) return [[key, value]];
    if (key === PATTERN_WORDS) return typeof value === 'string' && schema.pattern !== undefined ? [[key, value]] : [];
    if (key === '$ref') return [[key, keyOf(String(splitPointer(value).at(-1)))]];
    if (key === 'format') return formats.has(value) ? [[key, value]] : [];
    // Ajv says by itself how many items there may be.
    if (key === 'items' && allowsNothing(value)) return [[key, false]];
    if (oneSchema.has(key)) return [[key, restrictions(value)]];
    if (listOfSchemas.has(key)) return [[key, value.map(restrictions)]];
    if (mapOfSchemas.has(key)) {
      return [
        [key, Object.fromEntries(Object.entries<JsonSchema>(value).map(([name, each]) => [name, restrictions(each)]))],
      ];
    }
    return [];
  });
  return Object.fromEntries(entries);
}

const RULES = ['format', 'enum', 'const', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];

/** Returns the rules for the keyword `bigint` of the validators. */
function bigintRules(schema: JsonSchema): JsonSchema {
  const rules = RULES.flatMap((key) => (schema[key] === undefined ? [] : [[key, schema[key]]]));
  return { ...Object.fromEntries(rules), ...(isNullable(schema) && { nullable: true }) };
}

const isNullable = ({ nullable, type }: JsonSchema): boolean => nullable === true || [type].flat().includes('null');

const allowsNothing = ({ not }: JsonSchema): boolean =>
  not === true || (typeof not === 'object' && Object.keys(not).length === 0);

/** A number that is no number of JSON: NaN and the infinities are of none of its types. */
const NO_JSON: JsonSchema = { not: { type: ['array', 'boolean', 'null', 'number', 'object', 'string'] } };

/** `x-number-words`, which XML's own types float and double have by themselves. */
export function mayBeInfinite({ type, format, anyOf, 'x-number-words': words }: JsonSchema): boolean {
  const isFloat = format === 'float' || format === 'double';
  return [type].flat().includes('number') && anyOf === undefined && (words ?? isFloat) !== false;
}

/** Returns a schema without the properties that have other names, in it or below; which values without these fit stays the same. */
export function withProperties(schema: JsonSchema, names: ReadonlySet<string>): JsonSchema {
  const below = (each: JsonSchema | boolean) => (typeof each === 'boolean' ? each : withProperties(each, names));
  const entries = Object.entries<Json>(schema).map(([key, value]): [string, unknown] => {
    if (oneSchema.has(key)) return [key, below(value)];
    if (listOfSchemas.has(key)) return [key, value.map(below)];
    if (!mapOfSchemas.has(key)) return [key, value];
    const kept = Object.entries<JsonSchema>(value).filter(([name]) => key !== 'properties' || names.has(name));
    return [key, Object.fromEntries(kept.map(([name, each]) => [name, below(each)]))];
  });
  return Object.fromEntries(entries);
}

/** These schemas and all that they refer to, directly or not. */
export const withReferred = (schemas: Schemas, names: Iterable<string>): string[] =>
  [...referencesBetween(schemas, names).keys()].sort();

type Schemas = ReadonlyMap<string, JsonSchema>;

/** These schemas and all that they refer to, directly or not, each with those that it refers to by itself. */
export function referencesBetween(schemas: Schemas, names: Iterable<string>): Map<string, string[]> {
  const byKey = new Map([...schemas.keys()].map((name) => [keyOf(name), name]));
  const found = new Map<string, string[]>();
  const reached = new Set(names);
  for (const name of reached) {
    const text = JSON.stringify(restrictions(schemas.get(name) ?? {}));
    const next = Array.from(text.matchAll(/"\$ref":"(schema_\w+)"/g), ([, key]) => byKey.get(key!)!);
    found.set(name, next);
    for (const each of next) reached.add(each);
  }
  return found;
}
