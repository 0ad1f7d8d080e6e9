import { multipleFrom } from '@mailwright/xml-codec/json';
import { random } from './random.ts';
import { makeText } from './texts.ts';

// biome-ignore lint/suspicious/noExplicitAny: JSON Schema, which the generator has read
type Schema = Record<string, any>;

const REFERENCE = '#/components/schemas/';

/** Levels below which optional members and items are left out, so that recursive values end. */
const DEEPEST = 4;

/** Makes values of schemas. Not each of them is valid: some keywords are only met by luck. */
export class ExampleMaker {
  readonly #schemas: Readonly<Record<string, Schema>>;
  readonly #random: () => number;

  constructor(schemas: Readonly<Record<string, object>>, seed: number) {
    this.#schemas = schemas;
    this.#random = random(seed);
  }

  make(given: Schema | boolean, depth = 0): unknown {
    if (typeof given === 'boolean') return this.#integer(100);
    const schema = this.#flat(given, depth);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return this.#one(schema.enum);
    // What the description shows says more than a made-up value.
    if (depth > 0 && schema.example !== undefined && schema['x-value'] === undefined && this.#random() < 0.5)
      return structuredClone(schema.example);
    return asValue(schema['x-value'], this.#ofType(schema, depth));
  }

  #ofType(schema: Schema, depth: number): unknown {
    switch (this.#typeOf(schema, depth)) {
      case 'null':
        return null;
      case 'boolean':
        return this.#random() < 0.5;
      case 'integer':
        return Math.floor(this.#number(schema, 1));
      case 'number':
        return schema.multipleOf ? this.#number(schema, 1) : Math.round(this.#number(schema, 0.25) * 4) / 4;
      case 'array':
        return this.#list(schema, depth);
      case 'object':
        return this.#object(schema, depth);
      default:
        return makeText(schema, (below) => this.#integer(below));
    }
  }

  /** The schema with references, `allOf` and one alternative of each choice in it. */
  #flat(schema: Schema, depth: number): Schema {
    const { $ref, allOf = [], oneOf, anyOf, discriminator, ...own } = schema;
    let flat: Schema = own;
    const add = (part: Schema | boolean) => {
      if (typeof part === 'object') flat = merge(this.#flat(part, depth), flat);
    };
    if ($ref !== undefined) add(this.#schemas[String($ref).replace(REFERENCE, '')] ?? {});
    for (const part of allOf) add(part);
    for (const choice of [oneOf, anyOf]) {
      if (!choice?.length) continue;
      // The first form tends to be the simplest one.
      const chosen: Schema = depth > DEEPEST ? choice[0] : this.#one(choice);
      add(chosen);
      if (discriminator?.propertyName && chosen.$ref !== undefined) add(kindOf(discriminator, chosen.$ref));
    }
    return flat;
  }

  #typeOf({ type, properties, additionalProperties, items }: Schema, depth: number): string {
    if (type === undefined) return properties || additionalProperties ? 'object' : items ? 'array' : 'string';
    const types: string[] = [type].flat();
    const others = types.filter((each) => each !== 'null');
    if (others.length === 0 || (others.length < types.length && (depth > DEEPEST || this.#random() < 0.1)))
      return 'null';
    return this.#one(others);
  }

  #number({ minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf }: Schema, step: number): number {
    const least = minimum ?? (exclusiveMinimum !== undefined ? exclusiveMinimum + step : undefined);
    const most = maximum ?? (exclusiveMaximum !== undefined ? exclusiveMaximum - step : (least ?? 0) + 1000);
    const low = least ?? Math.min(1, most);
    const value = low + this.#random() * (Math.min(most, low + 1000) - low);
    return multipleOf ? multipleFrom(value, multipleOf) : value;
  }

  #list({ items = {}, prefixItems = [], minItems, maxItems }: Schema, depth: number): unknown[] {
    if (prefixItems.length > 0) return prefixItems.map((item: Schema) => this.make(item, depth + 1));
    const usual = depth > DEEPEST ? 0 : 1 + this.#integer(2);
    const length = Math.min(Math.max(minItems ?? 0, usual), maxItems ?? Number.POSITIVE_INFINITY);
    return Array.from({ length }, () => this.make(items, depth + 1));
  }

  #object({ properties = {}, required = [], additionalProperties }: Schema, depth: number): Record<string, unknown> {
    const members = Object.keys(properties).filter(
      (name) => required.includes(name) || (depth <= DEEPEST && properties[name] !== false && this.#random() < 0.8),
    );
    const others = required.filter((name: string) => !Object.hasOwn(properties, name));
    const rest = typeof additionalProperties === 'object' ? additionalProperties : {};
    const made = [
      ...members.map((name) => [name, this.make(properties[name], depth + 1)]),
      ...others.map((name: string) => [name, this.make(rest, depth + 1)]),
    ];
    if (typeof additionalProperties === 'object' && members.length === 0 && depth <= DEEPEST)
      made.push([`key${this.#integer(100)}`, this.make(rest, depth + 1)]);
    return Object.fromEntries(made);
  }

  #one<Item>(list: readonly Item[]): Item {
    return list[this.#integer(list.length)]!;
  }

  #integer(below: number): number {
    return Math.floor(this.#random() * below);
  }
}

/** Both hold; properties of one name have both schemas. */
function merge(left: Schema, right: Schema): Schema {
  const properties: Schema = { ...left.properties };
  for (const [name, schema] of Object.entries(right.properties ?? {}))
    properties[name] = Object.hasOwn(properties, name) ? { allOf: [properties[name], schema] } : schema;
  const required = [...(left.required ?? []), ...(right.required ?? [])];
  return {
    ...left,
    ...right,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  };
}

/** Returns the schema of the discriminating property for one alternative. */
function kindOf({ propertyName, mapping = {} }: Schema, $ref: string): Schema {
  const name = $ref.replace(REFERENCE, '');
  const value = Object.keys(mapping).find((each) => mapping[each] === $ref || mapping[each] === name) ?? name;
  return { type: 'object', required: [propertyName], properties: { [propertyName]: { const: value } } };
}

/** A value of JSON as what it is in code. */
function asValue(type: unknown, value: unknown): unknown {
  if (value === null || type === undefined) return value;
  if (type === 'bigint') return BigInt(value as number);
  if (type === 'Date') return new Date(String(value));
  if (type === 'Uint8Array') return Uint8Array.from(atob(String(value)), (character) => character.charCodeAt(0));
  if (type === 'Temporal.Instant') return Temporal.Instant.from(String(value));
  return type === 'string' ? String(value) : value;
}

declare const Temporal: { Instant: { from(text: string): unknown } };
