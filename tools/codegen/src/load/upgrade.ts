import type { Note } from '../common/errors.ts';
import { ANNOTATIONS } from '../model/inline.ts';
import type { JsonSchema, OpenApiDocument } from '../model/model.ts';
import { joinPointer } from '../model/pointer.ts';
import { walk } from '../model/walk.ts';

/**
 * An OpenAPI 3.0 document as 3.1: `nullable` becomes the type `null`, and what stands beside `$ref` in a schema goes, as 3.0
 * ignores it, except `xml`: those who give an element a name there want it, and Microsoft's descriptions depend on it.
 * (`example` stays: 3.1 deprecates it, but means the same by it.)
 */
export function upgradeTo31(document: OpenApiDocument): OpenApiDocument {
  const upgraded = { ...structuredClone(document), openapi: '3.1.0' };
  walk(upgraded, (node, kind, pointer) => {
    if (kind === 'schema') upgradeSchema(node);
    if (kind === 'mediaType' && /multipart~1form-data[^/]*$/i.test(pointer)) dropStyles(node);
  });
  return upgraded;
}

/** Reads `nullable`, which is of 3.0 and is written in later versions all the same. */
export function conformNullable(document: OpenApiDocument, note: Note): OpenApiDocument {
  walk(document, (node, kind, pointer) => {
    if (kind !== 'schema' || !readNullable(node)) return;
    const message = 'is of OpenAPI 3.0, and is taken for the type null';
    note({ pointer: joinPointer(pointer, 'nullable'), message });
  });
  return document;
}

/** OpenAPI 3.0 ignores how fields of such a form would stand in a query. */
function dropStyles({ encoding }: OpenApiDocument): void {
  for (const each of Object.values<OpenApiDocument>(encoding ?? {}))
    for (const key of ['style', 'explode', 'allowReserved']) delete each[key];
}

function upgradeSchema(schema: JsonSchema): void {
  if (typeof schema.$ref === 'string') {
    for (const key of Object.keys(schema)) if (key !== '$ref' && key !== 'xml') delete schema[key];
    return;
  }
  readNullable(schema);
}

/**
 * `nullable` as the type `null`. Beside a combination it is commonly written to mean "that, or null", whatever the parts say.
 * Returns whether it allowed anything that was not allowed before.
 */
function readNullable(schema: JsonSchema): boolean {
  const { nullable } = schema;
  delete schema.nullable;
  if (nullable !== true) return false;
  if (COMBINATIONS.some((key) => key in schema)) wrapNullable(schema);
  else if (Array.isArray(schema.enum) || schema.type !== undefined) {
    if (Array.isArray(schema.enum) && !schema.enum.includes(null)) schema.enum = [...schema.enum, null];
    if (schema.type !== undefined) schema.type = [...new Set([schema.type, 'null'].flat())];
  } else return false;
  return true;
}

const COMBINATIONS = ['$ref', 'allOf', 'anyOf', 'oneOf', 'const'];

/** Moves what restricts a value, and leaves what describes it. */
function wrapNullable(schema: JsonSchema): void {
  const inner: JsonSchema = {};
  for (const key of Object.keys(schema)) {
    if (ANNOTATIONS.has(key) || key === 'xml' || key.startsWith('x-')) continue;
    inner[key] = schema[key];
    delete schema[key];
  }
  schema.anyOf = [inner, { type: 'null' }];
}
