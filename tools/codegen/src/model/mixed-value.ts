import { isDeepStrictEqual } from 'node:util';
import type { DeepValue, Json, JsonSchema } from './model.ts';
import { isObjectSchema } from './object-schema.ts';
import { classify, itemsOf, typesOf } from './scalar.ts';

/** What a parameter takes whose schema allows a text or a list, such as `?tag=a` and `?tag=a&tag=b`: the style of a value goes by its kind. */
export interface MixedValue {
  /** Scalars, and lists of these. */
  mixed: DeepValue;
  /** Objects, and lists of these, are among the values; they are sent as JSON. */
  json?: true;
}

/**
 * Returns the kinds of values of a schema without references, or `undefined` if all are of one kind, which the style alone writes, or
 * if none is a scalar or a list of scalars.
 */
export function mixedValue(schema: JsonSchema): MixedValue | undefined {
  const kinds = distinct(kindsOf(schema));
  const plain = kinds.filter((kind) => kind !== 'json');
  if (plain.length === 0 || (plain.length === kinds.length && isOneKind(plain))) return undefined;
  const mixed = plain.length === 1 ? plain[0]! : { either: plain };
  return { mixed, ...(plain.length < kinds.length && { json: true as const }) };
}

/** Returns what the texts of one name stand for, of which objects and lists of these are JSON. */
export const textsValue = (schema: Json): DeepValue => eitherOf(kindsOf(schema));

/** Returns what the parts of one name in a form stand for: there, the objects of a list are documents of their own. */
export const partsValue = (schemas: readonly JsonSchema[]): DeepValue =>
  eitherOf(schemas.flatMap((schema) => kindsOf(schema, true)));

function eitherOf(all: DeepValue[]): DeepValue {
  const kinds = distinct(all);
  return kinds.length === 1 ? kinds[0]! : { either: kinds };
}

/** Reports whether all values are scalars of one type or texts, or all are lists of these: `classify` knows those. */
function isOneKind(kinds: readonly DeepValue[]): boolean {
  const [first] = kinds;
  if (kinds.length === 1 && typeof first === 'object' && 'list' in first) return isOneKind(scalarsIn(first.list));
  return kinds.every((kind) => typeof kind === 'string') && (kinds.length === 1 || kinds.includes('string'));
}

const scalarsIn = (value: DeepValue): readonly DeepValue[] =>
  typeof value === 'object' && 'either' in value ? value.either : [value];

function kindsOf(schema: Json, isForm = false): DeepValue[] {
  const forms = alternativesOf(schema);
  const kinds = forms.flatMap((form) => kindOf(form, isForm));
  // A text is one of any other scalar only if few texts are allowed.
  const isAnyText = forms.some(
    (form) => kindOf(form, isForm).includes('string') && form.enum === undefined && form.const === undefined,
  );
  return isAnyText ? kinds.filter((kind) => kind === 'string' || typeof kind === 'object' || kind === 'json') : kinds;
}

/** The alternatives of a schema without references, apart from null; one with several types is an alternative for each. */
export function alternativesOf(schema: Json): JsonSchema[] {
  if (typeof schema !== 'object' || schema === null) return [{}];
  const { anyOf, oneOf, allOf, type } = schema as JsonSchema;
  const choice: Json[] | undefined = anyOf ?? oneOf;
  if (choice && type === undefined) return choice.flatMap(alternativesOf);
  if (Array.isArray(type)) return type.filter((each) => each !== 'null').map((each) => ({ ...schema, type: each }));
  if (type === undefined && allOf?.length === 1) return alternativesOf(allOf[0]);
  return type === 'null' || ('const' in schema && schema.const === null) ? [] : [schema];
}

function kindOf(form: JsonSchema, isForm: boolean): DeepValue[] {
  const types = typesOf(form);
  if (isObjectSchema(form) || types?.has('object')) return ['json'];
  if (!types?.has('array')) return scalarsOf(form, types);
  const places = itemsOf(form).map((item) => kindsOf(item));
  const items = distinct(places.flat());
  // Which place holds a text, and which another scalar, no style says.
  if (items.length > 1 && places.length > 1 && items.includes('string')) return ['json'];
  if (items.some((item) => typeof item === 'object' || item === 'json')) return isForm ? [{ list: 'json' }] : ['json'];
  const scalars = distinct(items);
  return [{ list: scalars.length === 1 ? scalars[0]! : { either: scalars } }];
}

function scalarsOf(form: JsonSchema, types: Set<string> | undefined): DeepValue[] {
  const names = [...(types ?? ['string'])].filter((type) => type !== 'integer' || !types?.has('number'));
  return names.map((type) => classify({ ...form, type, ...(form.enum && { enum: undefined }) }, '#').scalar);
}

const distinct = <Value>(values: Value[]): Value[] =>
  values.filter((value, index) => values.findIndex((other) => isDeepStrictEqual(value, other)) === index);
