import { isFile } from './form-field.ts';
import { componentName } from './in-place.ts';
import type { FormField, Json, JsonSchema, OpenApiDocument } from './model.ts';
import { follow, isReference } from './pointer.ts';

/**
 * The schema of the values of a form: the given one where they are JSON, else a copy in which files are `Blob`, and fields
 * whose parts have headers are `{ value, headers }`. A field that can be null is not required: forms have no null, so that
 * it is left out.
 */
export function withFormMembers(
  document: OpenApiDocument,
  schema: Json,
  fields: Record<string, FormField>,
  rest: FormField | undefined,
): JsonSchema {
  const isOther = ({ file, headers }: FormField) => file || headers;
  const canBeLeftOut = (name: string, member: JsonSchema) => !fields[name]?.json && allowsNull(document, member);
  const members = (node: JsonSchema): [string, JsonSchema][] => Object.entries(node.properties ?? {});
  const required = (node: JsonSchema): string[] => (Array.isArray(node.required) ? node.required : []);
  const hasNull = partsOf(document, schema).some((node) =>
    members(node).some(([name, member]) => required(node).includes(name) && canBeLeftOut(name, member)),
  );
  if (!hasNull && ![...Object.values(fields), ...(rest ? [rest] : [])].some(isOther)) return schema;
  return copyOf(document, schema, {
    replace: (name, member) => {
      const field = name === undefined ? rest : fields[name];
      return field && isOther(field) ? memberOf(document, member, field) : member;
    },
    canBeLeftOut,
  });
}

/** A schema and all that it is composed of. */
function partsOf(document: OpenApiDocument, given: Json): JsonSchema[] {
  if (typeof given !== 'object' || given === null) return [];
  const node: JsonSchema = follow(document, given, '#').node;
  const parts = ['allOf', 'oneOf', 'anyOf'].flatMap((key): Json[] => (Array.isArray(node[key]) ? node[key] : []));
  return [node, ...parts.flatMap((part) => partsOf(document, part))];
}

/** Reports whether null is among the values of a schema; a schema that is made of itself is taken not to allow it. */
function allowsNull(document: OpenApiDocument, given: Json, depth = 0): boolean {
  if (typeof given !== 'object' || given === null || depth > 8) return false;
  const node: JsonSchema = follow(document, given, '#').node;
  const isNullable = (part: Json) => allowsNull(document, part, depth + 1);
  if (node.type !== undefined) return [node.type].flat().includes('null');
  if (Array.isArray(node.enum)) return node.enum.includes(null);
  return (
    [node.oneOf, node.anyOf].some((choice) => choice?.some(isNullable)) || (node.allOf?.every(isNullable) ?? false)
  );
}

interface Changes {
  replace: (name: string | undefined, member: JsonSchema) => JsonSchema;
  canBeLeftOut: (name: string, member: JsonSchema) => boolean;
}

/** A copy of a schema and of all that it is composed of. */
function copyOf(document: OpenApiDocument, given: Json, changes: Changes): JsonSchema {
  const { replace, canBeLeftOut } = changes;
  if (typeof given !== 'object' || given === null) return given;
  const { xml: _xml, discriminator, ...copy }: JsonSchema = follow(document, given, '#').node;
  if (copy.properties) {
    const { properties, required } = copy;
    if (Array.isArray(required))
      copy.required = required.filter((name) => !properties[name] || !canBeLeftOut(name, properties[name]));
    const entries = Object.entries<JsonSchema>(properties).map(([name, member]) => [name, replace(name, member)]);
    copy.properties = Object.fromEntries(entries);
  }
  if (typeof copy.additionalProperties === 'object')
    copy.additionalProperties = replace(undefined, copy.additionalProperties);
  for (const keyword of ['allOf', 'oneOf', 'anyOf'])
    if (Array.isArray(copy[keyword]))
      copy[keyword] = copy[keyword].map((part: Json) => {
        const made = copyOf(document, part, changes);
        const kind = keyword !== 'allOf' && discriminator && isReference(part) && kindOf(discriminator, part.$ref);
        return kind ? { allOf: [made, kind] } : made;
      });
  return copy;
}

/** Returns the schema of the discriminating property for an alternative that was a reference. */
function kindOf({ propertyName, mapping = {} }: JsonSchema, $ref: string): JsonSchema {
  const name = componentName($ref);
  const values = Object.keys(mapping).filter((value) => mapping[value] === $ref || mapping[value] === name);
  return {
    type: 'object',
    required: [propertyName],
    properties: { [propertyName]: { enum: values.length > 0 ? values : [name] } },
  };
}

/** Files among the alternatives of a member are replaced; an alternative of several is taken apart. */
function alternatives(document: OpenApiDocument, schema: JsonSchema, file: JsonSchema): Json[] {
  const choice: Json[] | undefined = schema.anyOf ?? schema.oneOf;
  if (!choice) return [schema];
  return choice.flatMap((each) => {
    const { node } = follow(document, each, '#');
    if (node.anyOf ?? node.oneOf) return alternatives(document, node, file);
    return isFile(node) ? [file] : [each];
  });
}

function memberOf(document: OpenApiDocument, member: JsonSchema, field: FormField): JsonSchema {
  const node: JsonSchema = follow(document, member, '#').node;
  const { description, minItems, maxItems } = node;
  const about = description && { description };
  const items = (item: JsonSchema): JsonSchema => ({
    type: 'array',
    items: item,
    ...(minItems !== undefined && { minItems }),
    ...(maxItems !== undefined && { maxItems }),
  });
  const whole = (item: JsonSchema): JsonSchema => {
    if (!field.array) return { ...item, ...about };
    return { ...(field.single ? { anyOf: [item, items(item)] } : items(item)), ...about };
  };
  const file = { type: 'string', 'x-value': 'Blob' };
  if (field.mixed !== undefined) return { anyOf: alternatives(document, node, file), ...about };
  if (!field.headers) return whole(file);
  const value = field.file ? file : field.array ? (node.items ?? {}) : member;
  const headers = Object.entries(field.headers);
  const required = headers.flatMap(([name, header]) => (header.required ? [name] : []));
  return whole({
    type: 'object',
    required: ['value', ...(required.length > 0 ? ['headers'] : [])],
    properties: {
      value,
      headers: { type: 'object', required, properties: Object.fromEntries(headers.map(([n, h]) => [n, h.schema])) },
    },
  });
}
