import { DescriptionError } from '../common/errors.ts';
import { isForm } from '../model/forms.ts';
import type { JsonSchema, OpenApiDocument } from '../model/model.ts';
import { isObjectSchema } from '../model/object-schema.ts';
import { splitPointer } from '../model/pointer.ts';
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
 * it is stays as it is; so do parameters and fields of forms but for integers, as they are texts of their own.
 */
export function markValues(document: OpenApiDocument, values: readonly FormatValue[]): void {
  const byFormat = new Map(values.map((each) => each.split('=') as [format: string, value: string]));
  walk(document, (node, kind, pointer) => {
    if (kind !== 'schema' || node['x-value'] !== undefined) return;
    const format = node.format ?? formatOf(node);
    if (isText(pointer) && format !== 'int64') return;
    if (byFormat.has(format) && isOf(node, TYPES[format]!)) node['x-value'] = byFormat.get(format);
  });
}

/** Parameters, and forms. */
const isText = (pointer: string): boolean =>
  /\/parameters\/|\/content\/(multipart~1form-data|application~1x-www-form-urlencoded)[^/]*\/schema/.test(pointer);

/** JSON Schema 2020-12 says `byte` with a keyword of its own. */
function formatOf({ contentEncoding }: JsonSchema): string | undefined {
  return contentEncoding === 'base64' ? 'byte' : undefined;
}

function isOf({ type }: JsonSchema, wanted: readonly string[]): boolean {
  const types = [type].flat().filter((each) => each !== 'null');
  return types.length === 1 && wanted.includes(types[0]);
}

/** Values that the JSON of a body can hold. */
const IN_JSON = ['bigint', 'Date', 'Temporal.Instant'];
/** Values that the fields of a form can be. */
const IN_FORM = ['bigint', 'string', 'Uint8Array', 'Blob'];

/** @throws DescriptionError when a schema with such a value is used where only JSON, or the text of a parameter, can be */
export function checkValues(document: OpenApiDocument): void {
  const schemas: Record<string, JsonSchema> = document.components?.schemas ?? {};
  const problems = new Map<string, string>();
  const valuesOf = valuesReached(schemas);
  walk(document, (node, kind, pointer) => {
    if (kind !== 'mediaType' && kind !== 'parameter') return;
    const place = splitPointer(pointer).join('/');
    const visitJson = (schema: unknown, known: readonly string[]) => {
      for (const value of valuesOf(schema)) if (!known.includes(value)) problems.set(`${pointer}/schema`, value);
    };
    // The value of a parameter, and the second form of an XML body, are read by nobody who knows where bigints are.
    const isBody = node['x-twin-of'] === undefined && !/\/parameters\//.test(place);
    if (kind === 'parameter') visitJson(node.schema, ['bigint']);
    else if (/[/+]json(;|$)/.test(place)) visitJson(node.schema, isBody ? IN_JSON : []);
    else if (isForm(place.slice(place.indexOf('content/') + 8))) visitJson(node.schema, IN_FORM);
    if (isForm(place.slice(place.indexOf('content/') + 8)))
      for (const field of jsonFields(node.schema, schemas)) visitJson(field, []);
  });
  if (problems.size === 0) return;
  throw new DescriptionError(
    [...problems].map(([pointer, value]) => ({
      pointer,
      message: `holds a ${value} (x-value, --values), which is not supported here`,
    })),
  );
}

/** Returns a function that finds the values in a schema and in all that it refers to; each schema is read once. */
function valuesReached(schemas: Record<string, JsonSchema>): (schema: unknown) => Set<string> {
  const known = new Map<string, Held>();
  const heldBy = (name: string): Held => {
    const held = known.get(name) ?? holdsIn(schemas[name]);
    known.set(name, held);
    return held;
  };
  return (schema) => {
    const { values, names } = holdsIn(schema);
    for (const name of names) {
      const held = heldBy(name);
      for (const value of held.values) values.add(value);
      for (const each of held.names) names.add(each);
    }
    return values;
  };
}

/** Values in a schema itself, and the names of those that it refers to. */
interface Held {
  values: Set<string>;
  names: Set<string>;
}

function holdsIn(schema: unknown, held: Held = { values: new Set(), names: new Set() }): Held {
  if (typeof schema !== 'object' || schema === null) return held;
  const { 'x-value': value, $ref } = schema as JsonSchema;
  // A decimal that is a text in JSON too.
  const isPlain = value === 'string' && isOf(schema, ['string']);
  if (typeof value === 'string' && !isPlain) held.values.add(value);
  const name = typeof $ref === 'string' && /^#\/components\/schemas\/(.+)$/.exec($ref)?.[1];
  if (name) held.names.add(name);
  for (const each of Object.values(schema)) holdsIn(each, held);
  return held;
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
