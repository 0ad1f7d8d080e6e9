import type { JsonSchema, OpenApiDocument } from '../model/model.ts';
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
  const { nullable } = schema;
  delete schema.nullable;
  if (nullable !== true) return;
  if (Array.isArray(schema.enum) && !schema.enum.includes(null)) schema.enum = [...schema.enum, null];
  if (typeof schema.type === 'string') schema.type = [schema.type, 'null'];
  else if (schema.allOf || schema.anyOf || schema.oneOf) wrapNullable(schema);
}

/** `nullable` beside a combination, with no type of its own, is commonly written to mean "that, or null". */
function wrapNullable(schema: JsonSchema): void {
  const inner: JsonSchema = {};
  for (const key of ['allOf', 'anyOf', 'oneOf', 'properties', 'required', 'discriminator']) {
    if (!(key in schema)) continue;
    inner[key] = schema[key];
    delete schema[key];
  }
  schema.anyOf = [inner, { type: 'null' }];
}
