import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import type { JsonSchema, OpenApiDocument } from '../../src/model/model.ts';
import { locate } from '../../src/model/pointer.ts';

/** Numbers from 0 to 1, the same ones for a seed (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Control characters as JSON writes them: XML cannot carry these. */
const UNPRINTABLE = /\\u00|\\[bfnrt]|\\u[df]/i;

const ATTEMPTS = 60;
const DEEPEST = 6;
/** Number of values in one, from which it gets no more than it must have: wide and deep ones would have millions. */
const PLENTY = 300;
const WORDS = ['ada', 'b&<b>', 'élan', 'two words', '007', '"quoted"', "it's", '100%', 'a,b;c', '東京'];

/** Makes valid values of the schemas of a description, the same ones for a seed. */
export class Values {
  private readonly ajv = new Ajv2020({
    strict: false,
    code: { regExp: Object.assign(anyPattern, { code: 'pattern' }) },
    logger: false,
  });
  private readonly validators = new Map<JsonSchema, ValidateFunction>();
  private readonly document: OpenApiDocument;

  constructor(document: OpenApiDocument) {
    this.document = document;
    addFormats.default(this.ajv);
    this.ajv.addSchema(withoutNullable({ components: document.components ?? {} }), 'description');
  }

  /** A valid value, or undefined when none was found; `plain` texts hold only letters and digits. */
  of(schema: JsonSchema, seed: number, plain = false): unknown {
    const valid = this.validator(schema);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const value = ended(() => new Maker(this.document, random(seed + attempt * 7919), plain).make(schema, 0));
      if (value !== undefined && valid(value) && !UNPRINTABLE.test(JSON.stringify(value))) return value;
    }
    return undefined;
  }

  private validator(schema: JsonSchema): ValidateFunction {
    const known = this.validators.get(schema);
    if (known) return known;
    const located = JSON.stringify(schema).replaceAll('"#/components/', '"description#/components/');
    const made = this.ajv.compile(withoutNullable(JSON.parse(located)));
    this.validators.set(schema, made);
    return made;
  }
}

/** Undefined if a value would have to contain another one like it without end. */
function ended<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The keyword of OpenAPI 3.0, which Ajv refuses without a type and which later versions ignore. */
const withoutNullable = <T>(schemas: T): T =>
  JSON.parse(JSON.stringify(schemas), (key, value) =>
    key === 'nullable' && typeof value === 'boolean' ? undefined : value,
  );

class Maker {
  private readonly document: OpenApiDocument;
  private readonly random: () => number;
  private readonly plain: boolean;
  private made = 0;

  constructor(document: OpenApiDocument, random: () => number, plain: boolean) {
    this.document = document;
    this.random = random;
    this.plain = plain;
  }

  make(given: JsonSchema, depth: number): unknown {
    this.made++;
    const schema = this.flat(given);
    if ('const' in schema) return schema.const;
    if (schema.enum) return this.one(schema.enum);
    switch (this.typeOf(schema, depth)) {
      case 'null':
        return null;
      case 'boolean':
        return this.random() < 0.5;
      case 'integer':
        return Math.floor(this.number(schema, 1));
      case 'number':
        return schema.multipleOf ? this.number(schema, 1) : Math.round(this.number(schema, 0.25) * 4) / 4;
      case 'array':
        return this.list(schema, depth);
      case 'object':
        return this.object(schema, depth);
      default:
        return this.text(schema);
    }
  }

  /** The schema with references, `allOf` and one alternative of each choice in it. */
  private flat(schema: JsonSchema): JsonSchema {
    const { $ref, allOf = [], oneOf, anyOf, discriminator, ...own } = schema;
    let result: JsonSchema = own;
    if ($ref !== undefined) result = merge(this.flat(locate(this.document, $ref).node), result);
    for (const part of allOf) result = merge(result, this.flat(part));
    for (const choice of [oneOf, anyOf]) {
      if (!choice) continue;
      const chosen = this.one<JsonSchema>(choice);
      result = merge(result, this.flat(chosen));
      if (!discriminator || chosen.$ref === undefined) continue;
      const kind = kindOf(discriminator, chosen.$ref);
      result = merge(result, { required: [discriminator.propertyName] });
      result.properties = { ...result.properties, [discriminator.propertyName]: { const: kind } };
    }
    return result;
  }

  private typeOf(schema: JsonSchema, depth: number): string {
    if (schema.type === undefined) {
      if (schema.properties || schema.additionalProperties) return 'object';
      return schema.items ? 'array' : 'string';
    }
    const types = [schema.type].flat() as string[];
    const real = types.filter((type) => type !== 'null');
    if (real.length < types.length && (this.isEnough(depth) || this.random() < 0.2 || real.length === 0)) return 'null';
    return this.one(real);
  }

  private number(schema: JsonSchema, step: number): number {
    const low = schema.minimum ?? (schema.exclusiveMinimum !== undefined ? schema.exclusiveMinimum + step : 0);
    const high = schema.maximum ?? (schema.exclusiveMaximum !== undefined ? schema.exclusiveMaximum - step : low + 120);
    const value = low + this.random() * (Math.min(high, low + 100_000) - low);
    return schema.multipleOf ? Math.ceil(value / schema.multipleOf) * schema.multipleOf : value;
  }

  private text({ pattern, format, minLength = 0, maxLength = 40 }: JsonSchema): string {
    if (format in TEXTS) return TEXTS[format]!(this.integer(28));
    if (pattern) {
      const text = this.matching(pattern, minLength);
      if (text !== undefined) return text.slice(0, maxLength);
    }
    let text = this.plain ? `w${this.integer(1000)}` : this.one(WORDS);
    while (text.length < minLength) text += `${this.plain ? '' : ' '}x${this.integer(10)}`;
    return text.slice(0, maxLength).trim();
  }

  /** Not every pattern can be made texts of, and some of those match only by luck. */
  private matching(pattern: string, minLength: number): string | undefined {
    try {
      const made = fc.stringMatching(anyPattern(pattern, 'u'));
      const texts = fc.sample(made, { seed: this.integer(1e9), numRuns: 12 });
      // Most long texts are of one class of characters, of which more is as good.
      return texts.find(({ length }) => length >= minLength) ?? texts[0]!.repeat(minLength);
    } catch {
      return undefined;
    }
  }

  private list(schema: JsonSchema, depth: number): unknown[] {
    const { prefixItems = [] } = schema;
    if (prefixItems.length > 0) return prefixItems.map((item: JsonSchema) => this.make(item, depth + 1));
    // An empty list has no elements to tell it from an absent one; only recursion must end in one.
    const deep = depth > DEEPEST + 1;
    const least = schema.minItems ?? (deep ? 0 : 1);
    const length = Math.max(
      least,
      Math.min(schema.maxItems ?? 3, deep ? 0 : this.isEnough(depth) ? 1 : 1 + this.integer(2)),
    );
    return Array.from({ length }, () => this.make(schema.items ?? {}, depth + 1));
  }

  private object(schema: JsonSchema, depth: number): Record<string, unknown> {
    const required = new Set<string>(schema.required);
    const members = Object.entries<JsonSchema>(schema.properties ?? {}).filter(
      ([key]) => required.has(key) || (!this.isEnough(depth) && this.random() < 0.8),
    );
    const made = members.map(([key, member]) => [key, this.make(member, depth + 1)] as const);
    for (const key of required)
      if (!Object.hasOwn(schema.properties ?? {}, key)) made.push([key, this.make({}, depth + 1)]);
    const more = schema.additionalProperties;
    if (typeof more === 'object' && !this.isEnough(depth))
      made.push([`more${this.integer(99)}`, this.make(more, depth + 1)]);
    return Object.fromEntries(made);
  }

  private isEnough(depth: number): boolean {
    return depth > DEEPEST || this.made > PLENTY;
  }

  private one<T>(list: T[]): T {
    return list[this.integer(list.length)]!;
  }

  private integer(below: number): number {
    return Math.floor(this.random() * below);
  }
}

/** With the flag `u` as JSON Schema says, or without it: many patterns are only legal so. */
function anyPattern(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, flags);
  } catch {
    return new RegExp(source);
  }
}

const two = (n: number) => String(n + 1).padStart(2, '0');

const TEXTS: Record<string, (n: number) => string> = {
  'date-time': (n) => `2026-03-${two(n)}T10:00:00Z`,
  date: (n) => `2026-03-${two(n)}`,
  time: (n) => `10:00:${two(n)}Z`,
  email: (n) => `ada${n}@example.com`,
  uri: (n) => `https://example.com/${n}?a=b&c=d`,
  url: (n) => `https://example.com/${n}`,
  uuid: (n) => `3b241101-e2bb-4255-8caf-4136c566a9${two(n)}`,
  'uri-reference': (n) => `/a/${n}?b=c`,
  ipv4: (n) => `192.0.2.${n}`,
  ipv6: (n) => `2001:db8::${n}`,
  hostname: (n) => `host${n}.example.com`,
  byte: (n) => btoa(`bytes ${n}`),
  duration: (n) => `P${n}D`,
};

/** Both must hold; properties of one name must hold both schemas. */
function merge(left: JsonSchema, right: JsonSchema): JsonSchema {
  const properties: JsonSchema = { ...left.properties };
  for (const [key, schema] of Object.entries(right.properties ?? {}))
    properties[key] = key in properties ? { allOf: [properties[key], schema] } : schema;
  const required = [...(left.required ?? []), ...(right.required ?? [])];
  return {
    ...left,
    ...right,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  };
}

function kindOf({ mapping = {} }: { mapping?: Record<string, string> }, $ref: string): string {
  const name = $ref.split('/').at(-1)!;
  const mapped = Object.entries(mapping).find(([, target]) => target === $ref || target === name);
  return mapped?.[0] ?? name;
}
