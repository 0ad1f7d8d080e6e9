import type { JsonSchema } from '@mailwright/codegen/description';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import RandExp from 'randexp';
import { fill, type Known, UNIQUE, UNIQUE_NUMBER, UNIQUE_UUID } from '../preconditions/fill.ts';

export interface SampleOptions {
  /** Includes optional properties. */
  optional?: boolean;
  /** Value of a property, when it is not to be made from its schema. */
  replace?: (key: string, schema: JsonSchema) => unknown;
}

const ajv = new Ajv2020({ strict: false, logger: false });
addFormats.default(ajv);

/** Values with which templates are tried when a sample is made. */
const TRIED: Known = { unique: 'k3x9p2a', uniqueNumber: 123456789, uniqueUuid: '6f9619ff-8b86-4d01-a42d-00cf4fc964ff' };

/**
 * A value of a schema without references, the same each time: what the description gives as an example or a default, else the
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

function make(schema: JsonSchema, options: SampleOptions, depth: number): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.allOf) return make(combined(schema), options, depth);
  const choice = schema.oneOf ?? schema.anyOf;
  const type = typeOf(schema);
  const given = [schema.example, ...(Array.isArray(schema.examples) ? schema.examples : []), schema.default].find(
    (each) => each !== undefined && each !== null && isValid(schema, each),
  );
  if (given !== undefined) return type === 'string' ? distinct(schema, given) : given;
  if (schema.enum) return schema.enum.find((each: unknown) => each !== null);
  if (choice && type === undefined) {
    const { oneOf: _, anyOf: __, ...rest } = schema;
    for (const each of choice) {
      const value = make(combined({ allOf: [rest, each] }), options, depth);
      if (value !== undefined && value !== null) return value;
    }
    return undefined;
  }
  if (type === 'object') return makeObject(schema, options, depth);
  if (type === 'array') return makeArray(schema, options, depth);
  if (type === 'integer' || type === 'number') return makeNumber(schema, type);
  if (type === 'boolean') return true;
  if (type === 'null') return null;
  return type === 'string' ? makeText(schema) : {};
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
    if (property.readOnly || (!isNeeded && (!options.optional || depth >= DEEPEST))) return [];
    const value = options.replace?.(key, property) ?? make(property, options, depth + 1);
    return value === undefined ? [] : [[key, value]];
  });
  return Object.fromEntries(entries);
}

function makeArray(schema: JsonSchema, options: SampleOptions, depth: number): unknown[] {
  const least = Math.max(schema.minItems ?? 0, options.optional && depth < DEEPEST && schema.maxItems !== 0 ? 1 : 0);
  const places: JsonSchema[] = schema.prefixItems ?? [];
  const items = Array.from({ length: Math.min(least, 50) }, (_, at) =>
    make(places[at] ?? schema.items ?? {}, options, depth + 1),
  );
  return items.includes(undefined) ? [] : items;
}

function makeNumber(schema: JsonSchema, type: string): number {
  const step = schema.multipleOf ?? (type === 'integer' ? 1 : 0.5);
  const least = schema.minimum ?? (schema.exclusiveMinimum === undefined ? undefined : schema.exclusiveMinimum + step);
  const most = schema.maximum ?? (schema.exclusiveMaximum === undefined ? undefined : schema.exclusiveMaximum - step);
  const wanted = Math.min(Math.max(least ?? 1, Math.min(1, most ?? 1)), most ?? Number.POSITIVE_INFINITY);
  return schema.multipleOf ? Math.ceil(wanted / step) * step : wanted;
}

/** Texts of each format of JSON Schema and OpenAPI. */
const FORMATS: Record<string, string> = {
  email: `contract-${UNIQUE}@example.com`,
  'idn-email': `contract-${UNIQUE}@example.com`,
  uuid: UNIQUE_UUID,
  date: '2031-05-17',
  'date-time': '2031-05-17T08:30:00Z',
  time: '08:30:00Z',
  duration: 'P1D',
  uri: `https://example.com/contract-${UNIQUE}`,
  url: `https://example.com/contract-${UNIQUE}`,
  'uri-reference': `/contract-${UNIQUE}`,
  hostname: `contract-${UNIQUE}.example.com`,
  ipv4: '192.0.2.17',
  ipv6: '2001:db8::17',
  byte: 'Y29udHJhY3Q=',
  password: `Contract-${UNIQUE}!7`,
};

/** Texts that commonly fit a pattern, those that can be unique first. */
const USUAL = [
  `contract-${UNIQUE}`,
  `Contract ${UNIQUE}`,
  `contract${UNIQUE}`,
  `contract-${UNIQUE}@example.com`,
  `https://example.com/contract-${UNIQUE}`,
  UNIQUE,
  UNIQUE_UUID,
  `+${UNIQUE_NUMBER}`,
  UNIQUE_NUMBER,
];

function makeText(schema: JsonSchema): unknown {
  const usual = schema.format in FORMATS ? [FORMATS[schema.format]!, ...USUAL] : USUAL;
  const good = usual.find((text) => isValid(schema, text));
  if (good !== undefined) return good;
  return schema.pattern === undefined
    ? 'contract'.slice(0, schema.maxLength).padEnd(schema.minLength ?? 0, '-')
    : ofPattern(schema);
}

/** The example with something unique behind it, where that is of the schema too; formats and patterns mean something. */
function distinct(schema: JsonSchema, example: unknown): unknown {
  if (schema.format || schema.pattern || schema.enum) return FORMATS[schema.format] ?? example;
  const more = `${example} ${UNIQUE}`;
  return isValid(schema, more) ? more : example;
}

const MOST_ATTEMPTS = 20;

function ofPattern(schema: JsonSchema): string | undefined {
  try {
    const generator = new RandExp(schema.pattern);
    generator.max = 5;
    let last = 0;
    generator.randInt = (from, to) => from + (last++ % (to - from + 1));
    for (let i = 0; i < MOST_ATTEMPTS; i++) {
      const text = generator.gen();
      if (isValid(schema, text)) return text;
    }
  } catch {
    // A pattern that the generator cannot read.
  }
  return undefined;
}
