import { isDeepStrictEqual } from 'node:util';
import { pascalCase, typeName } from '../emit/names.ts';
import { walk } from '../load/walk.ts';
import { ANNOTATIONS } from './inline.ts';
import { mediaKind } from './media.ts';
import type { JsonSchema, OpenApiDocument } from './model.ts';
import { isReference, joinPointer, locate, splitPointer } from './pointer.ts';

const COMPONENT = /^#\/components\/schemas\/[^/]+$/;

/** Moves inline schemas of a `content` map (XML and JSON) to `components.schemas`, the first as `base`. */
export function hoistContent(document: OpenApiDocument, content: Record<string, any> | undefined, base: string): void {
  const moved: { name: string; schema: JsonSchema }[] = [];
  for (const [mediaType, media] of Object.entries(content ?? {})) {
    const kind = mediaKind(mediaType);
    if ((kind !== 'xml' && kind !== 'json') || media.schema?.format === 'binary') continue;
    if (media.schema === undefined && kind === 'xml') continue;
    const schema = media.schema ?? {};
    if (isPlainReference(schema)) continue;
    const same = moved.find((other) => isDeepStrictEqual(other.schema, schema));
    const suffix = moved.length === 0 ? '' : pascalCase(kind);
    const name = same?.name ?? addSchema(document, base + suffix, schema);
    if (!same) moved.push({ name, schema });
    media.schema = { $ref: joinPointer('#/components/schemas', name) };
  }
}

/**
 * Gives a name to every schema that is referred to by its place elsewhere in the document
 * (`#/paths/…/schema/properties/x`), so that each reference to a schema reads `#/components/schemas/<name>`.
 */
export function nameReferredSchemas(document: OpenApiDocument): void {
  let moved = false;
  walk(document, (schema, kind, pointer) => {
    if (kind !== 'schema' || !isReference(schema) || COMPONENT.test(schema.$ref)) return;
    const target = locate(document, schema.$ref, pointer);
    if (COMPONENT.test(target.pointer)) {
      schema.$ref = target.pointer;
      return;
    }
    schema.$ref = joinPointer('#/components/schemas', moveSchema(document, target.pointer, target.node));
    moved = true;
  });
  if (moved) nameReferredSchemas(document); // what was moved may refer on, and the walk may have passed it by
}

function moveSchema(document: OpenApiDocument, pointer: string, schema: JsonSchema): string {
  const name = addSchema(document, nameOfPlace(pointer), { ...schema });
  for (const key of Object.keys(schema)) delete schema[key];
  schema.$ref = joinPointer('#/components/schemas', name);
  return name;
}

/** `#/components/schemas/Person/properties/address` -> `PersonAddress`. */
function nameOfPlace(pointer: string): string {
  const structure = new Set(['components', 'schemas', 'properties', 'paths', 'schema', 'content', 'responses']);
  return pascalCase(
    splitPointer(pointer)
      .filter((token) => !structure.has(token))
      .join(' '),
  );
}

/** @returns the name taken: `base`, or with a number behind it where a schema of that name exists */
function addSchema(document: OpenApiDocument, base: string, schema: JsonSchema): string {
  document.components ??= {};
  document.components.schemas ??= {};
  const schemas = document.components.schemas;
  const wanted = typeName(base);
  let name = wanted;
  for (let number = 2; Object.hasOwn(schemas, name); number++) name = `${wanted}${number}`;
  schemas[name] = schema;
  return name;
}

/** A reference alone, or with a description and the like beside it. */
function isPlainReference(schema: JsonSchema): boolean {
  return isReference(schema) && Object.keys(schema).every((key) => key === '$ref' || ANNOTATIONS.has(key));
}
