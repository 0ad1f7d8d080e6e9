import { UnsupportedError } from '../common/errors.ts';
import { inlineReferences } from './inline.ts';
import { mediaTypeOf } from './media.ts';
import type { FormField, Json, JsonSchema, OpenApiDocument } from './model.ts';
import { isObjectSchema } from './object-parameters.ts';
import { classify } from './scalar.ts';

const SEPARATORS: Record<string, FormField['separator']> = { form: ',', spaceDelimited: ' ', pipeDelimited: '|' };

/**
 * Gives each form among the contents of a request a schema of its own with `x-form`, the fields that it is sent as: files are
 * no JSON. A form that OpenAPI gives no one encoding stays bytes.
 */
export function describeForms(document: OpenApiDocument, content: Record<string, Json> = {}): void {
  for (const [type, media] of Object.entries<Json>(content)) {
    if (!isForm(type) || !media?.schema || media.schema['x-form']) continue;
    const schema = formSchema(document, media, mediaTypeOf(type) === 'multipart/form-data');
    if (schema) media.schema = schema;
  }
}

/** Whether a media type is one of HTML forms. */
export const isForm = (type: string): boolean =>
  ['multipart/form-data', 'application/x-www-form-urlencoded'].includes(mediaTypeOf(type));

function formSchema(document: OpenApiDocument, media: Json, isMultipart: boolean): JsonSchema | undefined {
  try {
    const schema: JsonSchema = inlineReferences(document, media.schema, '#');
    const { properties, oneOf, anyOf, allOf } = schema;
    if (!properties || oneOf || anyOf || allOf) return undefined;
    const fields: Record<string, FormField> = {};
    const members: Record<string, JsonSchema> = {};
    for (const [name, property] of Object.entries<JsonSchema>(properties)) {
      const field = fieldOf(property, media.encoding?.[name] ?? {}, isMultipart);
      if (!field || name === '__proto__') return undefined;
      fields[name] = field;
      const { description } = property;
      const one = { type: 'string', 'x-value': 'Blob', ...(description && { description }) };
      members[name] = !field.file ? property : field.array ? { ...property, items: one } : one;
    }
    const { xml: _, ...rest } = schema;
    return { ...rest, type: 'object', properties: members, 'x-form': fields };
  } catch (error) {
    // A schema that contains itself, or a value of several types.
    if (error instanceof UnsupportedError) return undefined;
    throw error;
  }
}

/** How a field is written (OpenAPI 3.1, "Encoding Object"); undefined for styles without a rule. */
function fieldOf(schema: JsonSchema, encoding: Json, isMultipart: boolean): FormField | undefined {
  const type: string | undefined = encoding.contentType?.split(',')[0].trim();
  if (encoding.style === 'deepObject') return undefined;
  const isList = [schema.type].flat().includes('array');
  if (isJsonType(type) && !(isList && isObjectSchema(schema.items ?? {}))) return { json: true, type: type! };
  const item: JsonSchema = isList ? (schema.items ?? {}) : schema;
  const array = isList && { array: true as const };
  if (isMultipart && isFile(item, type)) return { ...array, file: true };
  if (isObjectSchema(item)) return { ...array, json: true, type: 'application/json' };
  if (isList && [item.type].flat().includes('array')) return { json: true, type: 'application/json' };
  const { scalar } = classify(item, '#');
  const isJoined = !isMultipart && isList && (encoding.explode === false || /Delimited$/.test(encoding.style ?? ''));
  return {
    ...array,
    ...(scalar !== 'string' && { scalar: scalar as NonNullable<FormField['scalar']> }),
    ...(isJoined && encoding.explode !== true && { separator: SEPARATORS[encoding.style ?? 'form']! }),
    ...(isMultipart && type && { type }),
  };
}

const isJsonType = (type: string | undefined): boolean => /[/+]json\b/.test(type ?? '');

/** Bytes, or anything of which nothing is said; OpenAPI 3.1 says so with `contentMediaType`. */
function isFile({ type, format, contentMediaType, contentEncoding, ...rest }: JsonSchema, sent?: string): boolean {
  if (format === 'binary' || (contentMediaType !== undefined && contentEncoding === undefined)) return true;
  const isOpen =
    type === undefined && !['enum', 'const', 'allOf', 'anyOf', 'oneOf', 'properties'].some((key) => key in rest);
  return isOpen || (sent !== undefined && !/^text\//.test(sent) && type === 'string' && format === undefined);
}
