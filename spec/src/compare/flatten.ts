import type { OpenApiDocument } from './document.ts';

export type Schema = OpenApiDocument;

/** Upper bounds: of two, the smaller counts. */
export const UPPER = 'maxLength maximum exclusiveMaximum maxItems maxProperties maxContains'.split(' ');
/** Lower bounds: of two, the larger counts. */
export const LOWER = 'minLength minimum exclusiveMinimum minItems minProperties minContains'.split(' ');

/**
 * Writes a schema without references and `allOf` at its top, and in one of the ways that mean the same: a choice of one is that
 * one, a type or null is one list of types, a constant is a list of values. Schemas in it stay as they are.
 */
export function flatten(document: OpenApiDocument, schema: Schema | boolean, open: readonly string[] = []): Schema {
  if (typeof schema === 'boolean') return schema ? {} : { not: {} };
  const { $ref, allOf = [], nullable, const: only, ...own } = withoutChoiceOfOne(schema ?? {});
  const parts: Schema[] = [];
  if (typeof $ref === 'string' && !open.includes($ref)) {
    parts.push(flatten(document, resolve(document, { $ref }) ?? {}, [...open, $ref]));
  }
  for (const part of allOf) parts.push(flatten(document, part, open));
  if (only !== undefined) parts.push({ enum: [only] });
  const flat = withNull(document, [...parts, own].reduce(merged, {}));
  if (nullable === true && flat.type !== undefined) flat.type = [...new Set([flat.type, 'null'].flat())];
  return flat;
}

/** Follows references, also on the way of a pointer; `undefined` if they lead nowhere. */
export function resolve(document: OpenApiDocument, node: Schema): Schema {
  if (!node?.$ref) return node;
  const steps: string[] = node.$ref.split('/').slice(1);
  const found = steps.reduce<Schema>((at, step) => {
    const key = decode(step).replaceAll('~1', '/').replaceAll('~0', '~');
    return (at?.$ref && !(key in at) ? resolve(document, at) : at)?.[key];
  }, document);
  return resolve(document, found);
}

/** A bare % is not legal in a pointer, but its meaning is plain. */
function decode(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

function withoutChoiceOfOne(schema: Schema): Schema {
  for (const key of ['oneOf', 'anyOf'])
    if (schema[key]?.length === 1) {
      const { [key]: choice, ...rest } = schema;
      return withoutChoiceOfOne({ ...rest, allOf: [...(rest.allOf ?? []), ...choice] });
    }
  return schema;
}

/** `anyOf: [T, { type: null }]` as T whose types include null. */
function withNull(document: OpenApiDocument, schema: Schema): Schema {
  const key = schema.anyOf ? 'anyOf' : 'oneOf';
  const forms: Schema[] = schema[key] ?? [];
  const others = forms.filter((form) => !(form?.type === 'null' && Object.keys(form).length === 1));
  if (forms.length !== 2 || others.length !== 1 || schema.discriminator) return schema;
  const form = flatten(document, others[0]!);
  if (form.type === undefined) return schema;
  const { [key]: _, ...rest } = schema;
  const type = [...new Set([form.type, 'null'].flat())];
  return merged(rest, { ...form, type, ...(form.enum && { enum: [...form.enum, null] }) });
}

/** The schema of values that fit both. */
function merged(one: Schema, other: Schema): Schema {
  const result: Schema = { ...one };
  for (const [key, value] of Object.entries<Schema>(other)) {
    const before = result[key];
    result[key] = before === undefined ? value : both(key, before, value);
  }
  return result;
}

// biome-ignore lint/suspicious/noExplicitAny: values of any keyword
function both(key: string, one: any, other: any): unknown {
  if (same(one, other)) return one;
  if (UPPER.includes(key)) return Math.min(Number(one), Number(other));
  if (LOWER.includes(key)) return Math.max(Number(one), Number(other));
  if (key === 'type') return [one].flat().flatMap((each) => typesIn(each, [other].flat()));
  if (key === 'enum') return one.filter((value: unknown) => other.some((each: unknown) => same(each, value)));
  if (key === 'required') return [...new Set([...one, ...other])];
  if (MAPS.has(key)) return mergedMaps(one, other);
  if (SCHEMAS.has(key)) return one === false || other === false ? false : { allOf: [one, other] };
  // Both hold: each has to be looked at, as a text that is equal in two descriptions.
  return ANNOTATIONS.has(key) ? other : { both: [one, other] };
}

const MAPS = new Set(['properties', 'patternProperties', 'dependentSchemas']);
const SCHEMAS = new Set(
  'items additionalProperties propertyNames contains unevaluatedItems unevaluatedProperties'.split(' '),
);
const ANNOTATIONS = new Set('title description default readOnly writeOnly deprecated example examples xml'.split(' '));

function mergedMaps(one: Schema, other: Schema): Schema {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return Object.fromEntries(
    names.map((name) => [
      name,
      name in one && name in other ? { allOf: [one[name], other[name]] } : (one[name] ?? other[name]),
    ]),
  );
}

/** A type as those of a list that its values have: each integer is a number. */
export function typesIn(type: string, list: readonly string[]): string[] {
  if (list.includes(type)) return [type];
  if (type === 'integer' && list.includes('number')) return ['integer'];
  return type === 'number' && list.includes('integer') ? ['integer'] : [];
}

export const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
