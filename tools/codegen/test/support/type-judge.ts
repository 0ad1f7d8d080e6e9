import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { typeName } from '../../src/common/names.ts';
import type { ApiModel, JsonSchema } from '../../src/model/model.ts';
import { addBigintKeyword } from '../../src/server/bigint-keyword.ts';
import { keyOf } from '../../src/server/key.ts';
import { anyPattern } from '../../src/server/pattern.ts';
import { restrictionsOfRoot } from '../../src/server/schema.ts';
import { emitTypes } from '../../src/types/index.ts';
import { findTypeErrors } from './type-errors.ts';
import { Values } from './values.ts';

/** A value about which the validator of a schema and its type disagree. */
export interface Disagreement {
  schema: unknown;
  value: unknown;
  /** What the validator says. */
  valid: boolean;
  message: string;
}

interface Case {
  model: number;
  name: string;
  value: unknown;
  valid: boolean;
}

/**
 * Compares the types of components with their validators: a valid value must be assignable, an invalid one must not, as far
 * as TypeScript can say why (`expressible`).
 */
export function judgeTypes(
  models: readonly ApiModel[],
  seed: number,
  change: (types: string) => string = (text) => text,
): { compared: number; disagreements: Disagreement[] } {
  const files = new Map<string, string>();
  const cases: Case[][] = models.map((model, index) => {
    for (const [file, text] of emitTypes(model)) files.set(`${index}/${file}`, change(text));
    const found = [...model.schemas.keys()].flatMap((name) => casesOf(model, index, name, seed));
    const lines = found.map(
      ({ name, value }, line) => `export const v${line}: types.${typeName(name)} = any as ${literal(value)};`,
    );
    files.set(
      `${index}/use.ts`,
      [`import type * as types from './types/index.ts'; declare const any: any;`, ...lines].join('\n'),
    );
    return found;
  });
  const errors = new Map(
    findTypeErrors(files).map(({ file, line, message }) => [`${file}:${line - 1}`, message.join(' ')] as const),
  );
  const all = cases.flatMap((each, index) =>
    each.map((one, line) => ({ ...one, error: errors.get(`${index}/use.ts:${line}`) })),
  );
  const disagreements = all.flatMap(({ model, name, value, valid, error }) => {
    if (valid === (error === undefined)) return [];
    // Ajv takes an inherited member, such as `constructor`, for one that is shared.
    if (valid && error?.includes('in common with')) return [];
    const schema = models[model]!.schemas.get(name)!;
    // To TypeScript a list has members too: its indexes, and what every list inherits.
    const required = requiredBy(schema);
    if (!valid && Array.isArray(value) && required.length > 0 && required.every((name) => name in value)) return [];
    return [{ schema, value, valid, message: error ?? '' }];
  });
  return { compared: all.length, disagreements };
}

/** Values of a component of which the validator and TypeScript can say the same. */
function casesOf(model: ApiModel, index: number, name: string, seed: number): Case[] {
  const validators = validatorsOf(model);
  const judges = validators(name);
  if (judges === undefined) return [];
  const texts = new Set<string>();
  return candidates(model, name, seed).flatMap((value): Case[] => {
    const text = JSON.stringify(value);
    if (texts.has(text)) return [];
    texts.add(text);
    const valid = judges.own(value) as boolean;
    const said = valid ? judges.taken(value) : !judges.possible(value);
    return said ? [{ model: index, name, value, valid }] : [];
  });
}

/** The validator of a component, of what its type must take, and of what its type may take. */
type Judges = Record<'own' | 'taken' | 'possible', ValidateFunction>;

const known = new WeakMap<ApiModel, (name: string) => Judges | undefined>();

function validatorsOf(model: ApiModel) {
  const made = known.get(model) ?? makeValidators(model);
  known.set(model, made);
  return made;
}

function makeValidators({ schemas }: ApiModel) {
  const code = { regExp: Object.assign(anyPattern, { code: 'pattern' }) };
  const ajv = addBigintKeyword(
    new Ajv2020({ strict: false, logger: false, validateFormats: false, validateSchema: false, code }),
  );
  for (const [name, schema] of schemas) {
    ajv.addSchema(restrictionsOfRoot(schema), keyOf(name));
    for (const kind of ['taken', 'possible'] as const)
      ajv.addSchema({ allOf: [expressible(schemas, schema, kind)] }, `${kind}_${keyOf(name)}`);
  }
  return (name: string): Judges | undefined => {
    try {
      const [own, taken, possible] = ['', 'taken_', 'possible_'].map((kind) => ajv.getSchema(kind + keyOf(name)));
      return own && taken && possible && { own, taken, possible };
    } catch {
      return undefined; // it is no JSON Schema
    }
  };
}

type Schemas = ReadonlyMap<string, unknown>;

/**
 * What a type can say of a schema: no limits, formats and conditions; that one alternative fits, not that only one does; that
 * members of any name have the type of one of them; that what is described is required. Of several types beside parts an
 * object says nothing. Types take less: keywords of objects alone mean an object, and an object with optional members only
 * must share one of them, or have none.
 */
function expressible(schemas: Schemas, schema: unknown, kind: 'taken' | 'possible'): JsonSchema | boolean {
  if (!isObject(schema)) return schema as boolean;
  const said = (each: unknown) => expressible(schemas, each, kind);
  if (schema.$ref !== undefined) {
    const { $ref, ...beside } = schema;
    const says = ['properties', 'allOf', 'anyOf', 'oneOf'].some((key) => key in beside);
    return { allOf: [{ $ref: `${kind}_${keyOf(nameOf($ref))}` }, ...(says ? [said(beside)] : [])] };
  }
  const { not, properties = {}, additionalProperties, patternProperties = {}, items, prefixItems } = schema;
  if (isObject(not) && Object.keys(not).length === 0) return false;
  const types: string[] = [schema.type ?? []].flat().map((type: string) => (type === 'integer' ? 'number' : type));
  const isVague =
    types.length > 1 && types.includes('object') && ['allOf', 'anyOf', 'oneOf'].some((key) => schema[key]);
  const typed = types.length > 0 && !(isVague && kind === 'possible') ? { type: types } : {};
  if ('const' in schema) return { allOf: [exactly(schema.const)], ...typed };
  if (Array.isArray(schema.enum)) return { anyOf: schema.enum.map(exactly), ...typed };
  const choices = [schema.anyOf, schema.oneOf].filter(Array.isArray);
  const parts = [...(schema.allOf ?? []).map(said), ...choices.map((forms) => ({ anyOf: forms.map(said) }))];
  const members = Object.entries(properties).map(([name, each]) => [name, said(each)] as const);
  const others = [additionalProperties, ...Object.values(patternProperties)]
    .filter((each) => each === true || isObject(each))
    .map(said);
  const isTyped = types.includes('object');
  const isMeant = types.length === 0 && (members.length > 0 || others.length > 0);
  const described = describedBy(schemas, schema);
  const required = requiredBy(schema).filter((name) => ((isTyped || isMeant) && !schema.allOf) || described.has(name));
  const isEmpty = additionalProperties === false && isTyped && members.length + others.length + parts.length === 0;
  const isTuple = Array.isArray(prefixItems);
  const shared = [{ maxProperties: 0 }, ...members.map(([name]) => ({ required: [name] }))];
  return {
    ...typed,
    ...(isMeant && kind === 'taken' && { type: 'object' }),
    ...(parts.length > 0 && { allOf: parts }),
    ...(members.length > 0 && others.length === 0 && kind === 'taken' && { anyOf: [NO_OBJECT, ...shared] }),
    ...(members.length > 0 && { properties: Object.fromEntries(members) }),
    ...(required.length > 0 && { required }),
    ...(others.length > 0 && { additionalProperties: { anyOf: [...others, ...members.map(([, each]) => each)] } }),
    ...(isEmpty && required.length === 0 && { maxProperties: 0 }),
    ...(types.includes('array') && {
      ...(items !== undefined && { items: said(items) }),
      ...(isTuple && { prefixItems: prefixItems.map(said) }),
      ...(isTuple && schema.minItems !== undefined && { minItems: schema.minItems }),
      ...(isTuple && schema.maxItems <= prefixItems.length && { maxItems: schema.maxItems }),
    }),
  };
}

const NO_OBJECT = { not: { type: 'object' } };

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const nameOf = ($ref: string): string =>
  decodeURIComponent($ref.split('/').at(-1)!).replaceAll('~1', '/').replaceAll('~0', '~');

/** Members that a schema, its parts and what it refers to describe. */
function describedBy(schemas: Schemas, schema: unknown, seen = new Set<unknown>()): Set<string> {
  if (!isObject(schema) || seen.has(schema)) return new Set();
  seen.add(schema);
  const parts = [...(schema.allOf ?? []), schema.$ref && schemas.get(nameOf(schema.$ref))];
  const below = parts.flatMap((part) => [...describedBy(schemas, part, seen)]);
  return new Set([...Object.keys(schema.properties ?? {}), ...below]);
}

const requiredBy = (schema: JsonSchema): string[] => [
  ...(schema.required ?? []),
  ...(schema.allOf ?? []).filter(isObject).flatMap((part: JsonSchema) => (part.$ref ? [] : requiredBy(part))),
];

/** A value by its type: an object has these members, and may have more. */
function exactly(value: unknown): JsonSchema {
  if (Array.isArray(value) && value.length === 0) return { type: 'array', maxItems: 0 };
  if (Array.isArray(value))
    return { type: 'array', prefixItems: value.map(exactly), minItems: value.length, maxItems: value.length };
  if (typeof value !== 'object' || value === null) return { const: value };
  const members = Object.entries(value);
  if (members.length === 0) return { type: 'object', maxProperties: 0 };
  const properties = Object.fromEntries(members.map(([name, each]) => [name, exactly(each)]));
  return { type: 'object', properties, required: Object.keys(value) };
}

const MOST = 25;

/** Values that fit a component, values that differ from them in one place, and others. */
function candidates({ document, schemas }: ApiModel, name: string, seed: number): unknown[] {
  const values: unknown[] = [null, true, 0, 1.5, '', 'p', [], ['x', 1], {}, { A: 1 }, { B: 'x', C: null }];
  const schema = schemas.get(name)!;
  try {
    const maker = new Values(document);
    for (let round = 0; round < 3; round++) {
      const value = maker.of(schema, seed + round);
      if (value === undefined) continue;
      let count = 0;
      for (const variant of variants(value)) if (count++ < MOST) values.push(variant);
    }
  } catch {
    // Ajv takes no such schema.
  }
  return values;
}

function* variants(value: unknown): Generator<unknown> {
  yield value;
  if (Array.isArray(value)) {
    yield value.slice(1);
    yield [...value, null];
    for (const [index, item] of value.entries()) for (const other of variants(item)) yield value.with(index, other);
  } else if (typeof value === 'object' && value !== null) {
    yield { ...value, surplus: 1 };
    for (const [key, member] of Object.entries(value)) {
      const { [key as never]: _, ...rest } = value;
      yield rest;
      for (const other of [...variants(member), null, 7, 'text', [1], {}]) yield { ...value, [key]: other };
    }
  } else yield [value];
}

/** The type of a value that is no literal of an expression, so that TypeScript checks no surplus members. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([key, each]) => `${JSON.stringify(key)}: ${literal(each)}`)
    .join('; ')} }`;
}
