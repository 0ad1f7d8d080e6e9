import { FormlessError } from '../common/errors.ts';
import type { Json, JsonSchema, OpenApiDocument } from './model.ts';
import { isReference, joinPointer, locate } from './pointer.ts';

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

/** Values that are data, where a key `$ref` would mean nothing. */
const DATA = new Set(['default', 'example', 'examples', 'enum', 'const']);

function mapValues(document: OpenApiDocument, schema: JsonSchema, pointer: string, open: string[]): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      DATA.has(key) ? value : inlineReferences(document, value, joinPointer(pointer, key), open),
    ]),
  );
}

/** Inlines references up to the depth at which a schema contains itself; deeper parts accept any value. */
export function inlineUntilCircles(document: OpenApiDocument, schema: Json, open: readonly string[] = []): Json {
  if (Array.isArray(schema)) return schema.map((item) => inlineUntilCircles(document, item, open));
  if (typeof schema !== 'object' || schema === null) return schema;
  if (!isReference(schema))
    return Object.fromEntries(
      Object.entries(schema).map(([key, value]) => [
        key,
        DATA.has(key) ? value : inlineUntilCircles(document, value, open),
      ]),
    );
  const target = locate(document, schema.$ref, '#');
  return open.includes(target.pointer) ? {} : inlineUntilCircles(document, target.node, [...open, target.pointer]);
}
