import { propertyKey } from '../common/names.ts';
import type { JsonSchema } from '../model/model.ts';
import { splitPointer } from '../model/pointer.ts';

/** Source text that makes the value of an error document from `error`, the `ErrorFacts` of the runtime. */
export interface ErrorDocument {
  source: string;
  /** The document has a place for the message or the status. */
  tells: boolean;
}

type Schemas = ReadonlyMap<string, JsonSchema>;

/** Names that descriptions give to the text for people, the likeliest first. */
export const errorMessageNames =
  'message msg detail details description error_description errorMessage error_message errorText faultstring reason text summary error title'.split(
    ' ',
  );
const STATUSES = /^(http_?)?(status|status_?code|code|error_?code)$/i;
const DEEPEST = 6;

/**
 * How the stub fills the document that a description has for an error: the message, the status, its name and the request
 * id where properties are called so, the faults of a body where there is a list of objects with a message, and for all
 * else that is required the smallest value that fits. Undefined when no value is found.
 */
export function errorDocument(schemas: Schemas, name: string): ErrorDocument | undefined {
  const maker = new Maker(schemas);
  const source = maker.make(schemas.get(name) ?? {}, name, 0, true);
  return source === undefined ? undefined : { source, tells: maker.tells };
}

class Maker {
  tells = false;
  readonly #schemas: Schemas;
  readonly #flattened = new Map<JsonSchema, JsonSchema>();
  readonly #places = new Map<JsonSchema, string | undefined>();

  constructor(schemas: Schemas) {
    this.#schemas = schemas;
  }

  /** `wanted` is true where the message has no other place. */
  make(given: JsonSchema, name: string, depth: number, wanted: boolean): string | undefined {
    if (depth > DEEPEST) return undefined;
    const schema = this.#flat(given);
    if (schema.const !== undefined) return JSON.stringify(schema.const);
    if (schema.enum) return this.#oneOf(schema.enum);
    const types = [schema.type ?? (schema.properties ? 'object' : 'string')].flat();
    const type = types.find((each) => each !== 'null') ?? 'null';
    if (type === 'object') return this.#object(schema, depth, wanted);
    if (type === 'array') return this.#list(schema, name, depth, wanted);
    if (type === 'boolean') return String(/^(is_?)?(error|failed|failure)$/i.test(name));
    if (type === 'integer' || type === 'number') return this.#number(schema, name);
    return type === 'null' ? 'null' : this.#text(schema, name, wanted);
  }

  #oneOf(values: unknown[]): string {
    const texts = values.filter((value) => typeof value === 'string');
    if (texts.length < 2) return JSON.stringify(values.find((value) => value !== null) ?? null);
    this.tells = true;
    return `codeFor(error.code, ${JSON.stringify(texts)})`;
  }

  #object(schema: JsonSchema, depth: number, wanted: boolean): string | undefined {
    const properties = Object.entries<JsonSchema>(schema.properties ?? {});
    const required = new Set<string>(schema.required);
    const message = wanted ? this.#placeOfMessage(schema) : undefined;
    const members: string[] = [];
    for (const [key, property] of properties) {
      const holdsMessage = key === message;
      const tellsMore = this.#tellsMore(property, key);
      if (!required.has(key) && !holdsMessage && !tellsMore) continue;
      const source = this.make(property, key, depth + 1, holdsMessage);
      if (source !== undefined)
        members.push(`${propertyKey(key)}: ${source}${required.has(key) && source.includes('?.') ? ' ?? []' : ''}`);
      else if (required.has(key)) return undefined;
    }
    return `{ ${members.join(', ')} }`.replace('{  }', '{}');
  }

  /** The property that holds the message: one of its usual names, else one with such a property in it, else a text. */
  #placeOfMessage(schema: JsonSchema): string | undefined {
    if (this.#places.has(schema)) return this.#places.get(schema);
    // A schema may contain itself: what is in it has no other place.
    this.#places.set(schema, undefined);
    const place = this.#findPlace(Object.entries<JsonSchema>(schema.properties ?? {}));
    this.#places.set(schema, place);
    return place;
  }

  #findPlace(properties: [string, JsonSchema][]): string | undefined {
    const ofType = (type: string) =>
      properties.filter(([, property]) => [this.#flat(property).type ?? 'string'].flat().includes(type));
    const texts = ofType('string').filter(([, property]) => isFree(this.#flat(property)));
    for (const name of errorMessageNames) {
      const found = texts.find(([key]) => key.toLowerCase() === name.toLowerCase());
      if (found) return found[0];
    }
    const holds = (property: JsonSchema): boolean => this.#placeOfMessage(this.#flat(property)) !== undefined;
    const nested = properties.find(([key, property]) => /err|fault|status|info/i.test(key) && holds(property));
    const listed = ofType('array').find(([, property]) => holds(this.#flat(property).items ?? {}));
    return (nested ?? listed ?? texts.find(([key]) => !STATUSES.test(key)))?.[0];
  }

  /** Optional properties that are filled because we know something of what they are called. */
  #tellsMore(property: JsonSchema, key: string): boolean {
    const schema = this.#flat(property);
    const type = [schema.type ?? 'string'].flat()[0];
    if (type === 'integer' || type === 'string') return STATUSES.test(key) || /^(request_?id|title)$/i.test(key);
    return type === 'array' && this.#isFaults(schema.items ?? {});
  }

  /** A list of faults with their places: objects with a message and a line. */
  #isFaults(items: JsonSchema): boolean {
    const { properties = {}, required = [] } = this.#flat(items);
    return 'message' in properties && 'line' in properties && required.every((key: string) => FAULT.includes(key));
  }

  #list({ items = {}, minItems = 0, maxItems }: JsonSchema, name: string, depth: number, wanted: boolean) {
    if (this.#isFaults(items) && minItems === 0) return `error.faults?.slice(0, ${maxItems ?? 100})`;
    if (minItems === 0 && !wanted) return '[]';
    const item = this.make(items, name, depth + 1, wanted);
    return item && `[${new Array(Math.max(1, minItems)).fill(item).join(', ')}]`;
  }

  #number({ minimum, exclusiveMinimum, maximum, type }: JsonSchema, name: string): string {
    const least = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1);
    const fits = (least ?? 0) <= 400 && (maximum ?? 599) >= 599 && [type].flat().length > 0;
    if (!STATUSES.test(name) || !fits) return String(least ?? Math.min(0, maximum ?? 0));
    this.tells = true;
    return 'error.status';
  }

  #text(schema: JsonSchema, name: string, wanted: boolean): string {
    const { format, minLength = 0, maxLength } = schema;
    const fixed = FORMATS[format];
    if (fixed) return fixed;
    const cut = (source: string) => (maxLength === undefined ? source : `${source}.slice(0, ${maxLength})`);
    const long = (source: string) => cut(minLength > 1 ? `${source}.padEnd(${minLength})` : source);
    if (wanted) {
      this.tells = true;
      return long('error.message');
    }
    if (/^request_?id$/i.test(name)) return long('error.requestId');
    if (/^(instance|path|resource)$/i.test(name)) return long('error.path');
    if (/^(http_?)?status(_?code)?$/i.test(name)) return long('String(error.status)');
    if (STATUSES.test(name)) return long('error.code');
    if (/^(title|type|name|error)$/i.test(name)) return long('error.reason');
    return JSON.stringify(' '.repeat(minLength).replace(/^ /, '-'));
  }

  /** With references, `allOf` and the first form of a choice in it. */
  #flat(schema: JsonSchema): JsonSchema {
    const isReference = schema.$ref !== undefined && Object.keys(schema).length === 1;
    const component = isReference ? this.#schemas.get(String(splitPointer(schema.$ref).at(-1))) : undefined;
    if (component) return this.#flat(component);
    const flat = this.#flattened.get(schema) ?? this.#flatten(schema, 0);
    this.#flattened.set(schema, flat);
    return flat;
  }

  #flatten(schema: JsonSchema, depth: number): JsonSchema {
    const { $ref, allOf = [], oneOf, anyOf, discriminator, ...own } = schema;
    if (depth > DEEPEST) return own;
    let result: JsonSchema = own;
    const add = (part: JsonSchema) => {
      const { properties, required, ...rest } = this.#flatten(part, depth + 1);
      result = { ...rest, ...result };
      if (properties) result.properties = { ...result.properties, ...properties, ...result.properties };
      if (required) result.required = [...required, ...(result.required ?? [])];
    };
    if ($ref !== undefined) add(this.#schemas.get(String(splitPointer($ref).at(-1))) ?? {});
    for (const part of allOf) add(part);
    for (const [form] of [oneOf, anyOf].filter((forms) => forms?.length > 0)) {
      add(form);
      if (!discriminator) continue;
      const kinds = Object.entries<string>(discriminator.mapping ?? {});
      const kind = kinds.find(([, target]) => target === form.$ref)?.[0] ?? splitPointer(form.$ref ?? '#').at(-1);
      const { propertyName } = discriminator;
      result.properties = { ...result.properties, [propertyName]: { const: kind } };
      result.required = [...(result.required ?? []), propertyName];
    }
    return result;
  }
}

const FAULT = ['message', 'line', 'column'];

/** Texts of a form of their own, for properties that must be there. */
const FORMATS: Record<string, string> = {
  'date-time': 'new Date().toISOString()',
  date: 'new Date().toISOString().slice(0, 10)',
  uri: '"about:blank"',
  'uri-reference': '"about:blank"',
  url: '"about:blank"',
  uuid: '"00000000-0000-0000-0000-000000000000"',
  email: '"nobody@example.invalid"',
  byte: '""',
};

/** Reports whether a schema accepts any text. */
function isFree({ enum: values, const: one, format, pattern }: JsonSchema): boolean {
  return values === undefined && one === undefined && pattern === undefined && !(format in FORMATS);
}
