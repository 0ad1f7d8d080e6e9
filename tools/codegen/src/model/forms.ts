import { isDeepStrictEqual } from 'node:util';
import { type Note, UnsupportedError } from '../common/errors.ts';
import { formField } from './form-field.ts';
import { withFormMembers } from './form-schema.ts';
import { mediaTypeOf } from './media.ts';
import type { Form, FormField, Json, JsonSchema, OpenApiDocument } from './model.ts';
import { follow, isReference, joinPointer } from './pointer.ts';

/**
 * Gives each form among the contents of a request `x-form`, the fields that it is sent as, and a schema of the values that
 * programs have: files are no JSON. A form that OpenAPI gives no one encoding stays bytes, and `note` is told why.
 */
export function describeForms(
  document: OpenApiDocument,
  content: Record<string, Json> = {},
  pointer = '#',
  note: Note = () => {},
): void {
  for (const [type, media] of Object.entries<Json>(content)) {
    // Several operations may have the same body.
    if (!isForm(type) || !media?.schema || media['x-form'] !== undefined) continue;
    try {
      const { form, schema } = describeForm(document, media, mediaTypeOf(type) === 'multipart/form-data');
      media['x-form'] = form;
      media.schema = schema;
    } catch (error) {
      if (!(error instanceof UnsupportedError)) throw error;
      media['x-form'] = false;
      const [problem] = error.problems;
      note({
        pointer: joinPointer(pointer, 'content', type),
        message: `is bytes in code: ${problem!.message}`,
      });
    }
  }
}

/** Reports whether a media type is one of HTML forms. */
export const isForm = (type: string): boolean =>
  ['multipart/form-data', 'application/x-www-form-urlencoded'].includes(mediaTypeOf(type));

function describeForm(
  document: OpenApiDocument,
  media: Json,
  isMultipart: boolean,
): { form: Form; schema: JsonSchema } {
  const found = new Members(document);
  found.read(media.schema, []);
  const fields: Record<string, FormField> = {};
  for (const [name, schemas] of found.members) {
    const encoding = media.encoding?.[name] ?? {};
    fields[name] = formField(document, { name, schema: together(schemas), encoding, isMultipart });
  }
  const rest = found.rest && formField(document, { name: 'rest', schema: found.rest, encoding: {}, isMultipart });
  if (!rest && found.members.size === 0 && media.schema.additionalProperties !== false)
    throw undecided('its fields have no names');
  refuseSameNames(fields);
  const schema = withFormMembers(document, media.schema, fields, rest);
  return { form: { fields, ...(rest && { rest }) }, schema };
}

/** Merges the parts of a schema into the fields of a form. */
class Members {
  readonly #document: OpenApiDocument;
  /** Schemas of each field: of `all` that hold, or of alternatives. */
  readonly members = new Map<string, { schema: JsonSchema; isAlternative: boolean }[]>();
  rest: JsonSchema | undefined;

  constructor(document: OpenApiDocument) {
    this.#document = document;
  }

  /** @throws UnsupportedError for what is no object, or contains itself */
  read(given: Json, open: readonly string[], isAlternative = false): void {
    if (typeof given !== 'object' || given === null) return;
    const { node, pointer } = follow(this.#document, given, '#');
    if (isReference(given) && open.includes(pointer)) throw undecided('its schema is made of itself');
    const schema: JsonSchema = node;
    const types = [schema.type ?? 'object'].flat().filter((type) => type !== 'null');
    if (!types.includes('object') || schema.items || schema.enum || schema.const !== undefined)
      throw undecided('it is no object in all of its forms');
    for (const [name, property] of Object.entries<JsonSchema>(schema.properties ?? {})) {
      if (name === '__proto__') throw undecided('a field has the name __proto__');
      this.members.set(name, [...(this.members.get(name) ?? []), { schema: property, isAlternative }]);
    }
    if (typeof schema.additionalProperties === 'object' && Object.keys(schema.additionalProperties).length > 0) {
      if (this.rest && !isDeepStrictEqual(this.rest, schema.additionalProperties))
        throw undecided('its fields without names are of several kinds');
      this.rest = schema.additionalProperties;
    }
    const inside = isReference(given) ? [...open, pointer] : open;
    for (const part of listOf(schema.allOf)) this.read(part, inside, isAlternative);
    for (const part of [...listOf(schema.oneOf), ...listOf(schema.anyOf)]) this.read(part, inside, true);
  }
}

/** One schema of all that is said of a field. */
function together(schemas: { schema: JsonSchema; isAlternative: boolean }[]): JsonSchema {
  const of = (isAlternative: boolean) =>
    schemas.filter((each) => each.isAlternative === isAlternative).map(({ schema }) => schema);
  const [always, sometimes] = [of(false), of(true)];
  const parts = [...always, ...(sometimes.length > 1 ? [{ anyOf: sometimes }] : sometimes)];
  return parts.length === 1 ? parts[0]! : { allOf: parts };
}

/** The members of an object that are fields of their own share the names of all fields. */
function refuseSameNames(fields: Record<string, FormField>): void {
  const names = Object.entries(fields).flatMap(([name, { object, members = {} }]) =>
    object === 'spread' ? Object.keys(members) : [name],
  );
  const same = names.find((name, index) => names.indexOf(name) !== index);
  if (same !== undefined) throw undecided(`two of its fields are sent as "${same}"`);
}

const undecided = (message: string) => new UnsupportedError([{ pointer: '#', message }]);

const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value : []);
