import { isDeepStrictEqual } from 'node:util';
import { pascalCase, shortName, typeName } from '../common/names.ts';
import { fileKey } from './distinct-names.ts';
import { ANNOTATIONS } from './inline.ts';
import { mediaKind } from './media.ts';
import type { Json, JsonSchema, OpenApiDocument } from './model.ts';
import { follow, isOfAnotherKind, isReference, joinPointer } from './pointer.ts';

/** Moves inline schemas of a `content` map to `components.schemas`, the first as `base`: of XML, JSON, and texts with rules. */
export function hoistContent(document: OpenApiDocument, content: Record<string, Json> = {}, base: string): void {
  const moved: { name: string; schema: JsonSchema }[] = [];
  for (const mediaType of Object.keys(content)) {
    const kind = mediaKind(mediaType);
    content[mediaType] ??= {};
    const media = content[mediaType];
    const isChecked = kind === 'xml' || kind === 'json' || (kind === 'text' && hasTextRules(document, media.schema));
    if ((!isChecked && !media['x-form'] && !media['x-sequence']) || media.schema?.format === 'binary') continue;
    if (kind === 'xml' && (media.schema === undefined || isText(media.schema))) continue;
    const schema = media.schema ?? {};
    if (isPlainReference(schema)) continue;
    const same = moved.find((other) => isDeepStrictEqual(other.schema, schema));
    const suffix = moved.length === 0 ? '' : pascalCase(kind);
    const name = same?.name ?? addSchema(document, base + suffix, schema);
    if (!same) moved.push({ name, schema });
    media.schema = { $ref: joinPointer('#/components/schemas', name) };
  }
}

/** Names that are taken in the schemas of a document. */
const keys = new WeakMap<object, Set<string>>();

/** @returns the name taken: `base`, or with a number behind it where a schema of that name exists */
export function addSchema(document: OpenApiDocument, base: string, schema: JsonSchema): string {
  document.components ??= {};
  document.components.schemas ??= {};
  const schemas = document.components.schemas;
  const wanted = shortName(typeName(base));
  const taken = keys.get(schemas) ?? new Set(Object.keys(schemas).map(fileKey));
  keys.set(schemas, taken);
  let name = wanted;
  for (let number = 2; taken.has(fileKey(name)); number++) name = `${wanted}${number}`;
  taken.add(fileKey(name));
  schemas[name] = schema;
  return name;
}

/**
 * A text in place without a name: the document as it is, for there is no root element to hold it. A choice between such a
 * text and documents that are described is any document too.
 */
export function isText(schema: JsonSchema | undefined): boolean {
  if (schema?.xml !== undefined) return false;
  const choices: JsonSchema[] = schema?.oneOf ?? schema?.anyOf ?? [];
  return (schema?.type === 'string' && !schema['x-xml-raw']) || choices.some(isText);
}

/** Reports whether all values of a schema are texts. */
export function isOfTexts(document: OpenApiDocument, schema: Json, depth = 0): boolean {
  if (depth > 100) return false;
  const { type, enum: values, const: only, oneOf, anyOf, allOf = [] }: JsonSchema = follow(document, schema, '#').node;
  const areTexts = (alternatives: Json) =>
    Array.isArray(alternatives) && alternatives.every((each) => isOfTexts(document, each, depth + 1));
  const types = [type ?? []].flat().filter((each) => each !== 'null');
  if (types.length > 0) return types.every((each) => each === 'string');
  const said = [values ?? [], only ?? []].flat();
  if (said.length > 0) return said.every((value) => typeof value === 'string');
  return areTexts(oneOf ?? anyOf) || allOf.some((part: JsonSchema) => isOfTexts(document, part, depth + 1));
}

/** Reports whether a text in place has rules, such as `minLength`, by which it is checked. */
function hasTextRules(document: OpenApiDocument, schema: Json = {}): boolean {
  const isRule = (key: string) => key !== 'type' && !ANNOTATIONS.has(key) && !key.startsWith('x-');
  return Object.keys(schema).some(isRule) && isOfTexts(document, schema);
}

/** A reference to a schema alone, or with a description and the like beside it. */
function isPlainReference(schema: JsonSchema): boolean {
  return (
    isReference(schema) &&
    !isOfAnotherKind(schema) &&
    Object.keys(schema).every((key) => key === '$ref' || ANNOTATIONS.has(key))
  );
}
