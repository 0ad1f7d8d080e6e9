import type { JsonSchema, Parameter } from '../model/model.ts';
import { typesOf } from '../model/scalar.ts';

/** Texts that a parameter can have for a value that is no text. */
const TEXTS: Record<string, JsonSchema> = {
  integer: { type: 'string', pattern: '^-?\\d+$' },
  number: { type: 'string', pattern: '^-?\\d+(\\.\\d+)?([eE][+-]?\\d+)?$' },
  boolean: { type: 'string', enum: ['true', 'false'] },
};

/**
 * The schema of a parameter as its validator meets it. One that can be a text or something else is read as a text, so that
 * the other alternatives are those texts that stand for them.
 */
export function schemaOfTexts({ schema, scalar, form }: Parameter): JsonSchema {
  const types = typesOf(schema.type === 'array' ? (schema.items ?? {}) : schema);
  return scalar === 'string' && !form && types !== undefined && types.size > 1 ? asTexts(schema) : schema;
}

function asTexts(schema: JsonSchema): JsonSchema {
  const { type, oneOf, ...rest } = schema;
  const types: string[] = [type ?? []].flat().filter((each) => each !== 'null');
  const own = types.includes('string') || types.includes('array') ? { type: types } : {};
  const others = types.length === 1 ? TEXTS[types[0]!] : undefined;
  const part = (key: 'allOf' | 'anyOf') => (rest[key] ? { [key]: rest[key].map(asTexts) } : {});
  return {
    ...rest,
    ...own,
    ...(rest.enum && { enum: rest.enum.map(String) }),
    ...('const' in rest && { const: String(rest.const) }),
    ...(rest.items && { items: asTexts(rest.items) }),
    ...part('allOf'),
    ...part('anyOf'),
    // A text may be one of several: 5 is an integer and a text.
    ...(oneOf && { allOf: [...(rest.allOf?.map(asTexts) ?? []), { anyOf: oneOf.map(asTexts) }] }),
    ...others,
  };
}
