import { FormlessError } from '../common/errors.ts';
import type { Json, JsonSchema, OpenApiDocument } from './model.ts';
import { referencesIn } from './objects.ts';
import { isReference, joinPointer, locate } from './pointer.ts';
import { isObject } from './walk.ts';

/**
 * A copy of a schema with every reference replaced by what it leads to. Keywords beside a reference are kept:
 * they win when they only annotate, and are joined by `allOf` when both sides restrict.
 * @throws FormlessError for a schema that contains itself
 */
export function inlineReferences(document: OpenApiDocument, schema: Json, pointer: string, open: string[] = []): Json {
  if (Array.isArray(schema))
    return schema.map((item, index) => inlineReferences(document, item, joinPointer(pointer, index), open));
  if (typeof schema !== 'object' || schema === null) return schema;
  if (!isReference(schema)) return mapValues(document, schema, pointer, open);
  const { $ref, ...beside } = schema as JsonSchema & { $ref: string };
  const target = locate(document, $ref, pointer);
  if (open.includes(target.pointer))
    throw new FormlessError([{ pointer, message: `the schema contains itself (by ${$ref}); a parameter cannot` }]);
  const node = target.node === true ? {} : target.node === false ? { not: {} } : target.node;
  const resolved = inlineReferences(document, node, target.pointer, [...open, target.pointer]);
  const restricted = Object.keys(beside).some((key) => key in resolved && !ANNOTATIONS.has(key));
  const rest = mapValues(document, beside, pointer, open);
  return restricted ? { ...rest, allOf: [resolved, ...(rest.allOf ?? [])] } : { ...resolved, ...rest };
}

/** Keywords of JSON Schema and OpenAPI that say something about a value and restrict nothing. */
export const ANNOTATIONS = new Set([
  'title',
  'description',
  'default',
  'example',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  '$comment',
  'externalDocs',
]);

/** Members of schemas that hold schemas by names of any kind. */
const MAPS = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs']);

/** Values that are data, where a key `$ref` would mean nothing. */
const isData = (key: string): boolean => DATA.has(key) || key.startsWith('x-');
const DATA = new Set(['default', 'example', 'examples', 'enum', 'const']);

function mapValues(document: OpenApiDocument, schema: JsonSchema, pointer: string, open: string[]): JsonSchema {
  const inlined = (value: Json, at: string) => inlineReferences(document, value, at, open);
  return mapMembers(schema, (value, keys) => inlined(value, joinPointer(pointer, ...keys)));
}

/** A copy of a schema with other schemas in it. */
function mapMembers(schema: JsonSchema, change: (value: Json, keys: string[]) => Json): JsonSchema {
  const members = Object.entries<Json>(schema).map(([key, value]) => {
    if (isData(key)) return [key, value];
    if (!MAPS.has(key) || !isObject(value)) return [key, change(value, [key])];
    return [
      key,
      Object.fromEntries(Object.entries<Json>(value).map(([name, each]) => [name, change(each, [key, name])])),
    ];
  });
  return Object.fromEntries(members);
}

/**
 * Inlines references until a schema contains itself: within one that does, others that do accept any value. Without this limit there
 * are as many copies as there are ways through the schemas.
 */
export function inlineUntilCircles(document: OpenApiDocument, schema: Json, isInCircle = false): Json {
  if (Array.isArray(schema)) return schema.map((item) => inlineUntilCircles(document, item, isInCircle));
  if (typeof schema !== 'object' || schema === null) return schema;
  if (!isReference(schema)) return mapMembers(schema, (value) => inlineUntilCircles(document, value, isInCircle));
  const { node } = locate(document, schema.$ref, '#');
  const isCircle = containsItself(document, node);
  return isCircle && isInCircle ? {} : inlineUntilCircles(document, node, isInCircle || isCircle);
}

const circles = new WeakMap<object, boolean>();

function containsItself(document: OpenApiDocument, schema: Json): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  const known = circles.get(schema);
  if (known !== undefined) return known;
  const found = new Set<Json>();
  const add = (part: Json) => {
    for (const { node, kind, pointer } of referencesIn(part, { kind: 'schema' }))
      if (kind === 'schema') found.add(locate(document, node.$ref, pointer).node);
  };
  add(schema);
  for (const each of found) if (each !== schema) add(each);
  circles.set(schema, found.has(schema));
  return found.has(schema);
}
