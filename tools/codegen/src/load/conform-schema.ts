import type { JsonSchema } from '../model/model.ts';
import { isObject } from '../model/walk.ts';
import { toEcmaPattern } from './pattern-dialect.ts';

export const TYPES = ['object', 'array', 'string', 'integer', 'number', 'boolean', 'null'];

/** Types that are no types of JSON Schema and have a plain meaning. */
const MEANT: Record<string, JsonSchema> = {
  any: {},
  int: { type: 'integer' },
  long: { type: 'integer', format: 'int64' },
  float: { type: 'number', format: 'float' },
  double: { type: 'number', format: 'double' },
  decimal: { type: 'number' },
  bool: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  'date-time': { type: 'string', format: 'date-time' },
  datetime: { type: 'string', format: 'date-time' },
  uuid: { type: 'string', format: 'uuid' },
  file: { type: 'string', format: 'binary' },
  binary: { type: 'string', format: 'binary' },
  text: { type: 'string' },
};

const NUMBERS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
const COUNTS = 'minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains'.split(' ');
const BOOLEANS = 'nullable readOnly writeOnly deprecated uniqueItems'.split(' ');
const OBJECTS = ['xml', 'discriminator', 'properties', 'patternProperties', 'dependentSchemas', '$defs'];
const COMBINATIONS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const SINGLE = ['items', 'not', 'if', 'then', 'else', 'contains', 'propertyNames', 'additionalProperties'];

/** Changes keywords of a schema that have another form than JSON Schema gives them; `told` says each, by its keyword. */
export function conformSchema(schema: JsonSchema, told: (keyword: string, message: string) => void): void {
  const drop = (keyword: string, message: string) => {
    delete schema[keyword];
    told(keyword, message);
  };
  if (schema.$ref !== undefined && typeof schema.$ref !== 'string') drop('$ref', 'is no text, and is ignored');
  for (const key of ['title', 'description', 'format'])
    if (schema[key] !== undefined && typeof schema[key] !== 'string') drop(key, 'is no text, and is ignored');
  conformType(schema, told);
  for (const key of NUMBERS) {
    const value = schema[key];
    if (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))) {
      schema[key] = Number(value);
      told(key, `"${value}" is taken for the number`);
    } else if (
      value !== undefined &&
      typeof value !== 'number' &&
      !(key.startsWith('exclusive') && typeof value === 'boolean')
    )
      drop(key, 'is no number, and is ignored');
    if (key === 'multipleOf' && schema[key] <= 0) drop(key, 'must be above 0, and is ignored');
  }
  conformExclusive(schema, 'minimum', 'exclusiveMinimum');
  conformExclusive(schema, 'maximum', 'exclusiveMaximum');
  for (const key of COUNTS) {
    const value = schema[key];
    if (value === undefined) continue;
    const count = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
    if (!Number.isInteger(count) || count < 0) drop(key, 'is no count, and is ignored');
    else schema[key] = count;
  }
  for (const key of BOOLEANS) {
    if (schema[key] === undefined || typeof schema[key] === 'boolean') continue;
    const isText = schema[key] === 'true' || schema[key] === 'false';
    if (!isText) drop(key, 'is no boolean, and is ignored');
    else schema[key] = schema[key] === 'true';
  }
  for (const key of OBJECTS)
    if (schema[key] !== undefined && !isObject(schema[key])) drop(key, 'is no object, and is ignored');
  if (schema.discriminator !== undefined) conformDiscriminator(schema, told, drop);
  conformLists(schema, told, drop);
  conformPatterns(schema, told, drop);
}

/** Patterns of other dialects than that of JSON Schema (ECMA-262) are translated, or not checked if they have no form in it. */
function conformPatterns(
  schema: JsonSchema,
  told: (keyword: string, message: string) => void,
  drop: (keyword: string, message: string) => void,
): void {
  const { pattern } = schema;
  const ecma = typeof pattern === 'string' ? toEcmaPattern(pattern) : undefined;
  if (pattern !== undefined && ecma === undefined)
    drop('pattern', 'is no regular expression of JavaScript, and is not checked');
  else if (ecma !== pattern) {
    schema.pattern = ecma;
    told('pattern', `is checked as ${ecma}, which JavaScript has for it`);
  }
  for (const [key, value] of Object.entries<JsonSchema>(schema.patternProperties ?? {})) {
    const name = toEcmaPattern(key);
    if (name === undefined) {
      drop('patternProperties', `"${key}" is no regular expression of JavaScript; all are ignored`);
      return;
    }
    if (name === key) continue;
    delete schema.patternProperties[key];
    schema.patternProperties[name] = value;
    told('patternProperties', `"${key}" is checked as ${name}, which JavaScript has for it`);
  }
}

function conformDiscriminator(
  schema: JsonSchema,
  told: (keyword: string, message: string) => void,
  drop: (keyword: string, message: string) => void,
): void {
  const { discriminator } = schema;
  for (const key of ['oneOf', 'anyOf'])
    if (Array.isArray(discriminator[key])) {
      schema[key] ??= discriminator[key];
      delete discriminator[key];
      told('discriminator', `${key} is taken for that of the schema around it`);
    }
  if (typeof discriminator.propertyName !== 'string') drop('discriminator', 'names no property, and is ignored');
}

/** `true` of 3.0 makes a limit exclusive; in 3.1 it is the limit itself. */
function conformExclusive(schema: JsonSchema, limit: string, exclusive: string): void {
  if (typeof schema[exclusive] !== 'boolean') return;
  if (schema[exclusive] && typeof schema[limit] === 'number') {
    schema[exclusive] = schema[limit];
    delete schema[limit];
  } else delete schema[exclusive];
}

function conformType(schema: JsonSchema, told: (keyword: string, message: string) => void): void {
  const { type } = schema;
  if (type === undefined) return;
  const given = [type].flat();
  const known = [...new Set(given.filter((each: unknown) => TYPES.includes(each as string)))];
  if (known.length === given.length && known.length > 0) return;
  delete schema.type;
  const [unknown] = given.filter((each: unknown) => !TYPES.includes(each as string));
  const meant = Object.hasOwn(MEANT, String(unknown).toLowerCase()) ? MEANT[String(unknown).toLowerCase()] : undefined;
  if (known.length > 0) schema.type = known.length === 1 ? known[0] : known;
  else if (meant) Object.assign(schema, { ...meant, ...(schema.format !== undefined && { format: schema.format }) });
  told(
    'type',
    `${JSON.stringify(unknown)} is no type; it is taken for ${schema.type ? JSON.stringify(schema.type) : 'any'}`,
  );
}

function conformLists(
  schema: JsonSchema,
  told: (keyword: string, message: string) => void,
  drop: (keyword: string, message: string) => void,
): void {
  if (schema.required !== undefined) {
    const { required, properties } = schema;
    // An empty list is often written as a list of an empty text.
    const isNamed = (name: string) => name !== '' || Object.hasOwn(properties ?? {}, '');
    if (!Array.isArray(required)) drop('required', 'is no list of names, and is ignored');
    else schema.required = [...new Set(required.filter((name) => typeof name === 'string' && isNamed(name)))];
  }
  if (Array.isArray(schema.enum)) {
    const different = new Map(schema.enum.map((value) => [JSON.stringify(value), value]));
    if (different.size === 0) drop('enum', 'allows no value, and is ignored');
    else if (different.size < schema.enum.length) schema.enum = [...different.values()];
  } else if (schema.enum !== undefined) drop('enum', 'is no list, and is ignored');
  if (Array.isArray(schema.items)) {
    schema.prefixItems ??= schema.items;
    delete schema.items;
    told('items', 'a list of schemas is taken for prefixItems');
  }
  for (const key of COMBINATIONS) {
    if (schema[key] === undefined) continue;
    if (!Array.isArray(schema[key])) drop(key, 'is no list of schemas, and is ignored');
    else if (schema[key].length === 0) drop(key, 'has no schemas, and is ignored');
  }
  for (const key of SINGLE) if (schema[key] === null) drop(key, 'is null, and is ignored');
  const { dependentRequired } = schema;
  const isLists = isObject(dependentRequired) && Object.values(dependentRequired).every(Array.isArray);
  if (dependentRequired !== undefined && !isLists) drop('dependentRequired', 'is no map of lists, and is ignored');
}
