import { exactMultiples, type JsonSchema } from '@mailwright/codegen/description';
import { multipleFrom } from '@mailwright/xml-codec/json';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { singular } from '../contract/names.ts';
import { fill, type Known } from '../preconditions/fill.ts';
import { textOfPattern } from '../preconditions/pattern.ts';
import { type Texts, uniqueTexts } from './texts.ts';

export interface SampleOptions {
  /** Includes optional properties. */
  optional?: boolean;
  /** Value of a property, when it is not to be made from its schema. */
  replace?: (key: string, schema: JsonSchema) => unknown;
  /** Unique ones by default. */
  texts?: Texts;
}

const ajv = exactMultiples(new Ajv2020({ strict: false, logger: false }));
addFormats.default(ajv);

/** Values with which templates are tried when a sample is made. */
const TRIED: Known = { unique: 'k3x9p2a', uniqueNumber: 123456789, uniqueUuid: '6f9619ff-8b86-4d01-a42d-00cf4fc964ff' };

/**
 * A value of a schema of one direction and without references, the same each time: what the description gives as an example or a default, else the
 * simplest of its type and format. Texts may have `${unique}` in them, so that two of them differ. Undefined when there is none.
 */
export function sample(schema: JsonSchema, options: SampleOptions = {}): unknown {
  const value = make(schema, options, 0);
  return value !== undefined && isValid(schema, value) ? value : undefined;
}

/** Reports whether a value, its templates filled, is of a schema, formats included. */
export function isValid(schema: JsonSchema, value: unknown): boolean {
  try {
    return ajv.validate(schema, fill(value, TRIED)) === true;
  } catch {
    // A schema that no validator can be made of.
    return true;
  }
}

const DEEPEST = 5;

function make(schema: JsonSchema, options: SampleOptions, depth: number, name?: string): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.allOf) return make(combined(schema), options, depth, name);
  const choice = schema.oneOf ?? schema.anyOf;
  const type = typeOf(schema);
  const given = [schema.example, ...(Array.isArray(schema.examples) ? schema.examples : []), schema.default].find(
    (each) => each !== undefined && each !== null && isValid(schema, each),
  );
  const { texts = uniqueTexts } = options;
  if (given !== undefined)
    return type === 'string' ? texts.example(given, (text) => isValid(schema, text), schema) : given;
  if (schema.enum) return schema.enum.find((each: unknown) => each !== null);
  if (choice) {
    const { oneOf: _, anyOf: __, ...rest } = schema;
    const made = choice
      .map((each: JsonSchema) => make(combined({ allOf: [rest, each] }), options, depth, name))
      .filter((value: unknown) => value !== undefined && value !== null);
    // A value may be of several alternatives where it must be of one.
    return made.find((value: unknown) => isValid(schema, value)) ?? made[0];
  }
  if (type === 'object') return makeObject(schema, options, depth);
  if (type === 'array') return makeArray(schema, options, depth, name);
  if (type === 'integer' || type === 'number') return makeNumber(schema, type);
  if (type === 'boolean') return true;
  if (type === 'null') return null;
  return type === 'string' ? makeText(schema, options, name) : {};
}

function typeOf(schema: JsonSchema): string | undefined {
  const types = [schema.type ?? []].flat();
  const named = types.find((type) => type !== 'null') ?? types[0];
  return named ?? (schema.properties ? 'object' : undefined);
}

/** The schema with what it is combined of in it. */
function combined({ allOf, ...schema }: JsonSchema): JsonSchema {
  const parts: JsonSchema[] = [
    schema,
    ...(allOf ?? []).map((part: JsonSchema) => (part.allOf ? combined(part) : part)),
  ];
  const properties = Object.assign({}, ...parts.map((part) => part.properties));
  return { ...Object.assign({}, ...parts), properties, required: parts.flatMap((part) => part.required ?? []) };
}

function makeObject(schema: JsonSchema, options: SampleOptions, depth: number): unknown {
  const required: string[] = schema.required ?? [];
  const entries = Object.entries<JsonSchema>(schema.properties ?? {}).flatMap(([key, property]) => {
    const isNeeded = required.includes(key);
    if (!isNeeded && (!options.optional || depth >= DEEPEST)) return [];
    const value = options.replace?.(key, property) ?? make(property, options, depth + 1, key);
    return value === undefined ? [] : [[key, value]];
  });
  return Object.fromEntries(entries);
}

function makeArray(schema: JsonSchema, options: SampleOptions, depth: number, name?: string): unknown[] {
  const least = Math.max(schema.minItems ?? 0, options.optional && depth < DEEPEST && schema.maxItems !== 0 ? 1 : 0);
  const places: JsonSchema[] = schema.prefixItems ?? [];
  const items = Array.from({ length: Math.min(least, 50) }, (_, at) =>
    make(places[at] ?? schema.items ?? {}, options, depth + 1, name && singular(name)),
  );
  return items.includes(undefined) ? [] : items;
}

function makeNumber(schema: JsonSchema, type: string): number {
  const step = schema.multipleOf ?? (type === 'integer' ? 1 : 0.5);
  const least = schema.minimum ?? (schema.exclusiveMinimum === undefined ? undefined : schema.exclusiveMinimum + step);
  const most = schema.maximum ?? (schema.exclusiveMaximum === undefined ? undefined : schema.exclusiveMaximum - step);
  const wanted = Math.min(Math.max(least ?? 1, Math.min(1, most ?? 1)), most ?? Number.POSITIVE_INFINITY);
  return schema.multipleOf ? multipleFrom(wanted, step) : wanted;
}

function makeText(schema: JsonSchema, { texts = uniqueTexts }: SampleOptions, name: string | undefined): unknown {
  const { format } = schema;
  const all = texts.usual(name);
  const usual = Object.hasOwn(texts.formats, format ?? '') ? [texts.formats[format]!, ...all] : all;
  const good = usual.find((text) => isValid(schema, text));
  if (good !== undefined) return good;
  return schema.pattern === undefined
    ? 'contract'.slice(0, schema.maxLength).padEnd(schema.minLength ?? 0, '-')
    : ofPattern(schema, texts);
}

/** Numbers with which a pattern is tried: not all of its texts need to be of the schema. */
const NUMBERS = [123_456_789, 123_456_790, 987_654_321];

function ofPattern({ pattern, ...schema }: JsonSchema, texts: Texts): string | undefined {
  const made = NUMBERS.map((number) => textOfPattern(pattern, number));
  const good = made.filter((text) => text !== undefined && isValid({ pattern, ...schema }, text));
  return good.length === made.length ? texts.ofPattern(pattern, good[0]!) : good[0];
}
