import { type Difference, join } from './difference.ts';
import type { OpenApiDocument } from './document.ts';
import { flatten, type Schema, same } from './flatten.ts';
import { type Direction, KEYWORDS } from './keywords.ts';

/** Compares schemas of two descriptions; each named schema once in each direction. */
export class SchemaComparison {
  readonly differences: Difference[] = [];
  readonly #seen: Set<string>;
  readonly #old: OpenApiDocument;
  readonly #new: OpenApiDocument;

  constructor(released: OpenApiDocument, present: OpenApiDocument, seen: Iterable<string> = []) {
    this.#old = released;
    this.#new = present;
    this.#seen = new Set(seen);
  }

  compare(old: Schema | boolean, now: Schema | boolean, pointer: string, direction: Direction): void {
    const ref = typeof old === 'object' && typeof old.$ref === 'string' ? old.$ref : undefined;
    const place = ref ?? pointer;
    const key = `${place} ${typeof now === 'object' ? (now.$ref ?? '') : ''} ${direction}`;
    if (ref !== undefined && this.#seen.has(key)) return;
    this.#seen.add(key);
    const [before, after] = [withDirections(this.#old, old), withDirections(this.#new, now)];
    if (same(before, after) && !JSON.stringify(before).includes('"$ref"')) return;
    const sent = direction === 'sent';
    const [from, to] = sent ? [before, after] : [after, before];
    const within = (one: Schema | boolean, other: Schema | boolean, ...keys: string[]) =>
      this.compare(sent ? one : other, sent ? other : one, join(place, ...keys), direction);
    const fits = (one: Schema, other: Schema) => this.#fits(sent ? one : other, sent ? other : one, place, direction);
    const [forms, others] = [formsOf(from), formsOf(to)];
    if (forms && !others) {
      for (const form of forms) within(form, to);
      return;
    }
    if (others && !forms && others.some((form) => fits(from, form))) return;
    const report = (message: string) => this.differences.push({ pointer: place, message: `${message} (${direction})` });
    for (const [keyword, judge] of Object.entries(KEYWORDS)) judge({ from, to, sent, report, within, fits }, keyword);
  }

  /** Compares without a report. */
  #fits(old: Schema, now: Schema, pointer: string, direction: Direction): boolean {
    const trial = new SchemaComparison(this.#old, this.#new, this.#seen);
    trial.compare(old, now, pointer, direction);
    return trial.differences.length === 0;
  }
}

/** The alternatives of a schema, each with what all have. */
function formsOf({ oneOf, anyOf = oneOf, discriminator: _, ...rest }: Schema): Schema[] | undefined {
  return (anyOf as Schema[] | undefined)?.map((form) => ({ ...rest, allOf: [form] }));
}

/** A flat schema whose members say themselves which way they go, as a member that is a reference does by what it refers to. */
function withDirections(document: OpenApiDocument, schema: Schema | boolean): Schema {
  const flat = flatten(document, schema);
  if (!flat.properties) return flat;
  const properties = Object.entries<Schema>(flat.properties).map(([name, property]) => {
    const { readOnly, writeOnly } = flatten(document, property);
    return [name, { ...property, ...(readOnly && { readOnly }), ...(writeOnly && { writeOnly }) }];
  });
  return { ...flat, properties: Object.fromEntries(properties) };
}
