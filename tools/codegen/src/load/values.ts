import { DescriptionError } from '../common/errors.ts';
import { isForm } from '../model/forms.ts';
import type { JsonSchema, OpenApiDocument } from '../model/model.ts';
import { isObjectSchema } from '../model/object-schema.ts';
import { walk } from '../model/walk.ts';

/** Types in code of formats whose JSON type is another one. */
export const VALUES = [
  'int64=bigint',
  'date-time=Date',
  'date-time=Temporal.Instant',
  'byte=Uint8Array',
  'decimal=string',
] as const;

/** A format and what it is in code. */
export type FormatValue = (typeof VALUES)[number];

const TYPES: Record<string, readonly string[]> = {
  int64: ['integer'],
  'date-time': ['string'],
  byte: ['string'],
  decimal: ['number', 'integer'],
};

/**
 * Marks schemas of these formats with `x-value`, which types, codecs and validators go by. A schema that says of itself what
 * it is stays as it is; so do parameters but for integers, as they are texts of their own.
 */
export function markValues(document: OpenApiDocument, values: readonly FormatValue[]): void {
  const byFormat = new Map(values.map((each) => each.split('=') as [format: string, value: string]));
  walk(document, (node, kind, pointer) => {
    if (kind !== 'schema' || node['x-value'] !== undefined) return;
    const format = node.format ?? formatOf(node);
    if (/\/parameters\//.test(pointer) && format !== 'int64') return;
    if (byFormat.has(format) && isOf(node, TYPES[format]!)) node['x-value'] = byFormat.get(format);
  });
}

/** JSON Schema 2020-12 says `byte` with a keyword of its own. */
function formatOf({ contentEncoding }: JsonSchema): string | undefined {
  return contentEncoding === 'base64' ? 'byte' : undefined;
}

function isOf({ type }: JsonSchema, wanted: readonly string[]): boolean {
  const types = [type].flat().filter((each) => each !== 'null');
  return types.length === 1 && wanted.includes(types[0]);
}

/** @throws DescriptionError when a schema with such a value is used where only JSON, or the text of a parameter, can be */
export function checkValues(document: OpenApiDocument): void {
  const schemas: Record<string, JsonSchema> = document.components?.schemas ?? {};
  const problems = new Map<string, string>();
  const visit = (node: unknown, seen: Set<string>, where: string, bigints: boolean): void => {
    if (typeof node !== 'object' || node === null) return;
    const schema = node as JsonSchema;
    const value = schema['x-value'];
    if (typeof value === 'string' && !(bigints && value === 'bigint')) problems.set(where, value);
    const name = typeof schema.$ref === 'string' && /^#\/components\/schemas\/(.+)$/.exec(schema.$ref)?.[1];
    if (name && !seen.has(name)) visit(schemas[name], seen.add(name), where, bigints);
    for (const each of Object.values(schema)) visit(each, seen, where, bigints);
  };
  walk(document, (node, kind, pointer) => {
    if (kind !== 'mediaType' && kind !== 'parameter') return;
    const place = decodeURIComponent(pointer).replaceAll('~1', '/');
    const visitJson = (schema: unknown, bigints: boolean) => visit(schema, new Set(), `${pointer}/schema`, bigints);
    // The value of a parameter, and the second form of an XML body, are read by nobody who knows where bigints are.
    const isBody = node['x-twin-of'] === undefined && !/\/parameters\//.test(place);
    if (kind === 'parameter') visitJson(node.schema, true);
    else if (/[/+]json(;|$)/.test(place)) visitJson(node.schema, isBody);
    else if (isForm(place.slice(place.indexOf('content/') + 8)))
      for (const field of jsonFields(node.schema, schemas)) visitJson(field, false);
  });
  if (problems.size === 0) return;
  throw new DescriptionError(
    [...problems].map(([pointer, value]) => ({
      pointer,
      message: `holds a ${value} (x-value, --values), which is not supported here`,
    })),
  );
}

/** The fields of a form that are objects, or lists of these, and so JSON in a text. */
function jsonFields(schema: JsonSchema | undefined, schemas: Record<string, JsonSchema>): JsonSchema[] {
  const follow = (each: JsonSchema | undefined): JsonSchema => {
    const name = /^#\/components\/schemas\/(.+)$/.exec(String(each?.$ref))?.[1];
    return (name === undefined ? each : schemas[name]) ?? {};
  };
  return Object.values<JsonSchema>(follow(schema).properties ?? {}).filter((field) => {
    const { items = field } = follow(field);
    return isObjectSchema(follow(items)) || follow(items).items !== undefined;
  });
}
