import { isDeepStrictEqual } from 'node:util';
import type { DeepValue, Json, JsonSchema } from './model.ts';
import { membersOf } from './object-members.ts';
import { isObjectSchema } from './object-schema.ts';
import { classify, lookUp, typesOf } from './scalar.ts';

/**
 * How a value is written with names in brackets, `page[size][min]=1`, from its schema without references. OpenAPI defines the style
 * for objects of plain values; what they contain is written as PHP, Rails and qs read it: `tags[]=a`, `items[0][price]=5`.
 */
export function deepValue(schema: Json): DeepValue {
  if (typeof schema !== 'object' || schema === null) return 'any';
  const forms: Json[] | undefined = schema.anyOf ?? schema.oneOf;
  if (forms && !schema.type && !schema.properties) return either(forms.filter((form) => !isNull(form)));
  if (isObjectSchema(schema)) return objectOf(schema);
  const types = typesOf(schema);
  if (types === undefined) return 'any';
  if (types.has('array')) return types.size > 1 ? 'any' : { list: deepValue(lookUp(schema, 'items') ?? {}) };
  if (types.has('object')) return 'any';
  return types.size === 1 || types.has('string') ? classify(schema, '#').scalar : 'any';
}

/** Reports whether a value is no scalar, and no list of scalars, which can be sent under one name. */
export const needsBrackets = (value: DeepValue): boolean =>
  typeof value === 'object' &&
  ('members' in value || ('list' in value ? typeof value.list === 'object' : value.either.some(needsBrackets)));

const isNull = (form: Json): boolean => form?.type === 'null' || ('const' in (form ?? {}) && form.const === null);

function objectOf(schema: JsonSchema): DeepValue {
  const members = Object.entries(membersOf(schema)).map(([name, member]) => [name, deepValue(member)]);
  return { members: Object.fromEntries(members), rest: deepValue(schema.additionalProperties) };
}

/**
 * Names of the lists of scalars in an object of this style whose items repeat the name. It is the usual form of OpenAPI, which describes
 * the members of such an object as parameters.
 */
export function repeatedLists(schema: JsonSchema, name: string): string[] {
  return Object.entries(membersOf(schema)).flatMap(([key, member]): string[] => {
    const value = deepValue(member);
    if (typeof value === 'object' && 'members' in value) return repeatedLists(member, `${name}[${key}]`);
    return typeof value === 'object' && !needsBrackets(value) ? [`${name}[${key}]`] : [];
  });
}

type DeepObject = Extract<DeepValue, { members: unknown }>;

const isDeepObject = (value: DeepValue): value is DeepObject => typeof value === 'object' && 'members' in value;

/** A text is one of any other scalar only if few texts are allowed: `''` beside an integer. */
function either(forms: JsonSchema[]): DeepValue {
  const values = forms.map(deepValue).flatMap((value) => alternatives(value));
  const isAnyText = forms.some((form) => deepValue(form) === 'string' && !form.enum && form.const === undefined);
  const objects = values.filter(isDeepObject);
  const others = values.filter(
    (value) => !isDeepObject(value) && !(isAnyText && isScalar(value) && value !== 'string'),
  );
  const distinct = [...(objects.length > 0 ? [objects.reduce(merged)] : []), ...others].filter(
    (value, index, all) => all.findIndex((other) => isDeepStrictEqual(value, other)) === index,
  );
  return distinct.length === 1
    ? distinct[0]!
    : distinct.length === 0 || distinct.includes('any')
      ? 'any'
      : { either: distinct };
}

const alternatives = (value: DeepValue): DeepValue[] =>
  typeof value === 'object' && 'either' in value ? value.either : [value];

const isScalar = (value: DeepValue): boolean => typeof value === 'string' && value !== 'any';

function merged(left: DeepObject, right: DeepObject): DeepObject {
  const names = [...new Set([...Object.keys(left.members), ...Object.keys(right.members)])];
  const of = ({ members, rest = 'any' }: DeepObject, name: string) =>
    Object.hasOwn(members, name) ? members[name]! : rest;
  const both = (one: DeepValue, other: DeepValue): DeepValue => {
    if (isDeepStrictEqual(one, other) || other === 'any') return one;
    return one === 'any' ? other : { either: [...alternatives(one), ...alternatives(other)] };
  };
  const members = names.map((name) => [name, both(of(left, name), of(right, name))]);
  return { members: Object.fromEntries(members), rest: both(left.rest ?? 'any', right.rest ?? 'any') };
}
