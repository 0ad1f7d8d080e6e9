import { componentName, Reach } from './in-place.ts';
import type { Json, JsonSchema, OpenApiDocument } from './model.ts';

const ALTERNATIVES = ['anyOf', 'oneOf'];
const CONDITIONS = ['not', 'if', 'then', 'else'];

/**
 * Writes schemas that are made of themselves without what leads back, for neither a type nor a validator ends otherwise. A
 * base by `allOf` whose alternatives are made of it (`Pet: oneOf [Cat, Dog]`, `Cat: allOf [Pet, …]`) lends its properties
 * and not its alternatives.
 */
export function breakCircles(document: OpenApiDocument): void {
  const schemas: Record<string, JsonSchema> = document.components?.schemas ?? {};
  const breaker = new CircleBreaker(schemas);
  const broken = Object.keys(schemas).map((name) => [name, breaker.write(name)] as const);
  for (const [name, schema] of broken) schemas[name] = schema;
}

/** Way in which a component is part of another one: by `allOf`, or as an alternative. */
type Use = 'base' | 'form';

class CircleBreaker {
  readonly #schemas: Record<string, JsonSchema>;
  readonly #all: Reach;
  readonly #withoutBases: Reach;

  constructor(schemas: Record<string, JsonSchema>) {
    this.#schemas = { ...schemas };
    this.#all = new Reach(this.#schemas, ['allOf', ...ALTERNATIVES, ...CONDITIONS]);
    this.#withoutBases = new Reach(this.#schemas, [...ALTERNATIVES, ...CONDITIONS]);
  }

  write(name: string): JsonSchema {
    const schema = this.#schemas[name]!;
    const isOnCircle = this.#all.referredBy(schema).some((each) => this.#all.reaches(each, name));
    return isOnCircle ? (this.#written(schema, name, [name]) ?? {}) : schema;
  }

  /** Undefined for a schema that only leads back. */
  #written(schema: Json, owner: string, open: readonly string[], use?: Use): Json {
    if (typeof schema !== 'object' || schema === null) return schema;
    const { $ref, ...rest } = schema as JsonSchema;
    const name = componentName($ref);
    if (name !== undefined && this.#all.reaches(name, owner))
      return this.#writtenOut(name, rest, owner, open, use ?? 'base');
    const result: JsonSchema = { ...schema };
    if (result.allOf) {
      const parts = listOf(result.allOf).map((part) => this.#written(part, owner, open, use));
      result.allOf = parts.filter((part) => part !== undefined);
      if (result.allOf.length === 0) delete result.allOf;
    }
    for (const keyword of ALTERNATIVES) if (result[keyword]) this.#writeAlternatives(result, keyword, owner, open, use);
    for (const keyword of CONDITIONS) if (this.#leadsBack(result[keyword], owner)) delete result[keyword];
    return result;
  }

  #writtenOut(name: string, beside: JsonSchema, owner: string, open: readonly string[], use: Use): Json {
    const isMore = Object.keys(beside).length > 0;
    if (open.includes(name)) return isMore ? this.#written(beside, owner, open, use) : undefined;
    // The name of an element is that of the component alone.
    const { xml: _xml, discriminator: _discriminator, ...own } = this.#schemas[name]!;
    const copy = this.#written(structuredClone(own), owner, [...open, name], use);
    if (!isMore) return copy;
    return { ...beside, allOf: [...listOf(beside.allOf), ...(copy === undefined ? [] : [copy])] };
  }

  #writeAlternatives(schema: JsonSchema, keyword: string, owner: string, open: readonly string[], use?: Use): void {
    const forms = listOf(schema[keyword]);
    if (use === 'base' && forms.some((form) => this.#leadsBack(form, owner))) {
      delete schema[keyword];
      delete schema.discriminator;
      return;
    }
    const written = forms.flatMap((form) => {
      const name = componentName(form?.$ref);
      // A form may be made of its base, which is written out there.
      if (use === undefined && name !== undefined && !this.#withoutBases.reaches(name, owner)) return [form];
      return this.#written(form, owner, open, 'form') ?? [];
    });
    if (written.length > 0) schema[keyword] = written;
    else delete schema[keyword];
  }

  #leadsBack(schema: Json, owner: string): boolean {
    return this.#all.referredBy(schema).some((name) => this.#all.reaches(name, owner));
  }
}

const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value : []);
