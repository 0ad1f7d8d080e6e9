import { isDeepStrictEqual } from 'node:util';
import { componentName } from './in-place.ts';
import type { Json, JsonSchema } from './model.ts';
import { isObject } from './walk.ts';

/** The way of a value: to the service, or from it. */
export type Direction = 'request' | 'response';

/** The keyword of properties that values of a direction do not have (OpenAPI 3.1, "Schema Object"). */
const ABSENT = { request: 'readOnly', response: 'writeOnly' } as const;

/** Finds the schema that a reference leads to; undefined for what is none. */
export type Lookup = (reference: unknown) => Json;

/** Finds components by the references to them. */
export const inComponents =
  (schemas: Readonly<Record<string, Json>>): Lookup =>
  (reference) =>
    schemas[componentName(reference) ?? ''];

/**
 * Returns the form of a schema for one direction: a property of the other direction is required nowhere, neither by the
 * schema nor by its parts. References are not followed; the schemas that they lead to have forms of their own.
 */
export function schemaForDirection(find: Lookup, schema: Json, direction: Direction): Json {
  return new Forms(find, direction, false).of(schema);
}

/** As `schemaForDirection`, and without the properties of the other direction. */
export function membersForDirection(find: Lookup, schema: Json, direction: Direction): Json {
  return new Forms(find, direction, true).of(schema);
}

/** Reports whether a schema, without those it refers to, has properties that values of a direction do not have. */
export function differsByDirection(find: Lookup, schema: Json, direction: Direction): boolean {
  return !isDeepStrictEqual(membersForDirection(find, schema, direction), schema);
}

/** Reports whether values of a direction do not have a property: its schema, or one that it is made of, says so. */
export function isAbsent(find: Lookup, property: Json, direction: Direction, seen = new Set<Json>()): boolean {
  if (!isObject(property) || seen.has(property)) return false;
  if (property[ABSENT[direction]] === true) return true;
  seen.add(property);
  return [find(property.$ref), ...listOf(property.allOf)].some((part) => isAbsent(find, part, direction, seen));
}

/** Keywords with schemas of the same value, and with those of other values. */
const PARTS = ['allOf', 'anyOf', 'oneOf'];
const BRANCHES = ['if', 'then', 'else'];
const LISTS = ['prefixItems'];
const MAPS = ['properties', 'patternProperties', '$defs'];
const OTHERS = ['items', 'additionalProperties', 'contains', 'unevaluatedItems', 'unevaluatedProperties'];

class Forms {
  readonly #find: Lookup;
  readonly #direction: Direction;
  readonly #dropsMembers: boolean;

  constructor(find: Lookup, direction: Direction, dropsMembers: boolean) {
    this.#find = find;
    this.#direction = direction;
    this.#dropsMembers = dropsMembers;
  }

  /** @param inherited absent properties of the schema that this one is a part of */
  of(schema: Json, inherited: ReadonlySet<string> = new Set()): Json {
    if (!isObject(schema)) return schema;
    const absent = new Set([...inherited, ...this.#absentIn(schema)]);
    const form: JsonSchema = { ...schema };
    const each = (value: Json, names?: ReadonlySet<string>) => this.of(value, names);
    for (const key of PARTS) if (Array.isArray(form[key])) form[key] = form[key].map((part) => each(part, absent));
    for (const key of BRANCHES) if (form[key] !== undefined) form[key] = each(form[key], absent);
    for (const key of LISTS) if (Array.isArray(form[key])) form[key] = form[key].map((item) => each(item));
    for (const key of OTHERS) if (form[key] !== undefined) form[key] = each(form[key]);
    for (const key of MAPS)
      if (isObject(form[key]))
        form[key] = Object.fromEntries(Object.entries(form[key]).map(([name, value]) => [name, each(value)]));
    if (isObject(form.dependentSchemas))
      form.dependentSchemas = mapValues(form.dependentSchemas, (value) => each(value, absent));
    if (absent.size === 0) return form;
    if (Array.isArray(form.required)) form.required = form.required.filter((name) => !absent.has(name));
    if (form.required?.length === 0) delete form.required;
    if (isObject(form.dependentRequired))
      form.dependentRequired = mapValues(form.dependentRequired, (names) =>
        listOf(names).filter((name) => !absent.has(name)),
      );
    if (this.#dropsMembers && isObject(form.properties))
      form.properties = Object.fromEntries(Object.entries(form.properties).filter(([name]) => !absent.has(name)));
    return form;
  }

  /** Names of the properties that values of this direction lack: those of the schema, of its `allOf` and of what it refers to. */
  #absentIn(schema: Json, seen = new Set<Json>()): string[] {
    if (!isObject(schema) || seen.has(schema)) return [];
    seen.add(schema);
    const own = Object.entries(isObject(schema.properties) ? schema.properties : {})
      .filter(([, property]) => isAbsent(this.#find, property, this.#direction))
      .map(([name]) => name);
    const parts = [this.#find(schema.$ref), ...listOf(schema.allOf)];
    return [...own, ...parts.flatMap((part) => this.#absentIn(part, seen))];
  }
}

const mapValues = (map: JsonSchema, change: (value: Json) => Json): JsonSchema =>
  Object.fromEntries(Object.entries(map).map(([name, value]) => [name, change(value)]));

const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value : []);
