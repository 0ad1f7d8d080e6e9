import type { ScalarType } from './model.ts';
import type { Place } from './schema.ts';
import type { ArrayView, ObjectView, ScalarView, View } from './view.ts';

/** Alternatives as one view, where a document need not say which one it is. */

/** Scalars: of one type, or of several that a text can stand for. */
export function joinScalars(views: readonly View[]): ScalarView | undefined {
  const scalars = views.filter((view) => view.kind === 'scalar');
  const [first] = scalars;
  if (!first || scalars.length < views.length) return undefined;
  const type = joinedType([...new Set(scalars.map((view) => view.type))]);
  const { words: _, ...plain } = first;
  const view = scalars.every((each) => each.type === first.type) ? first : plain;
  return type && { ...view, type, xml: {}, ref: undefined, nullable: scalars.some(({ nullable }) => nullable) };
}

const NUMBERS: readonly ScalarType[] = ['integer', 'number', 'float'];

function joinedType(types: readonly ScalarType[]): ScalarType | undefined {
  const [first, ...others] = types;
  if (others.length === 0) return first;
  if (types.some((type) => type === 'any' || type === 'members'))
    return types.every((type) => ['any', 'members', 'string', 'scalar'].includes(type)) ? 'any' : undefined;
  const isPlain = (type: ScalarType) =>
    NUMBERS.includes(type) || ['string', 'boolean', 'scalar', 'literal'].includes(type);
  if (!types.every(isPlain)) return undefined;
  if (types.includes('string') || types.includes('scalar')) return 'scalar';
  if (types.includes('boolean') || types.includes('literal')) return 'literal';
  return types.includes('float') ? 'float' : 'number';
}

/**
 * Objects whose children tell which one is meant: each requires one that no other has, and those of one name mean the same.
 * A document of any is read and written as an object that has the properties of all.
 */
export function joinDistinct(views: readonly View[]): ObjectView | undefined {
  const objects = views.filter((view) => view.kind === 'object');
  const [first] = objects;
  const names = new Set(objects.map(({ xml }) => JSON.stringify(xml)));
  if (!first || objects.length < views.length || names.size > 1 || objects.some(({ additional }) => additional))
    return undefined;
  const isOwn = (key: string) => objects.filter(({ properties: each }) => each.has(key)).length === 1;
  if (!objects.every(({ required: each }) => [...each].some(isOwn))) return undefined;
  const properties = new Map<string, Place>();
  for (const [key, place] of objects.flatMap((view) => [...view.properties])) {
    const known = properties.get(key);
    if (known && JSON.stringify(known.schema) !== JSON.stringify(place.schema)) return undefined;
    properties.set(key, place);
  }
  const required = [...first.required].filter((key) => objects.every((view) => view.required.has(key)));
  const nullable = objects.some((view) => view.nullable);
  return { ...first, ref: undefined, nullable, properties, required: new Set(required) };
}

/**
 * Objects that are read and written as one that has the properties of all, none required that one does not require; where
 * they differ in a property, this is one of alternatives itself. Lists are joined by their items.
 */
export function joinAll(views: readonly View[], view: (place: Place) => View): ObjectView | ArrayView | undefined {
  const [first] = views;
  if (!first || new Set(views.map(({ xml }) => JSON.stringify(xml))).size > 1) return undefined;
  const nullable = views.some((each) => each.nullable);
  const arrays = views.filter((each) => each.kind === 'array' && !each.isMap);
  if (first.kind === 'array' && arrays.length === views.length)
    return { ...first, ref: undefined, nullable, items: oneOf(arrays.map((each) => (each as ArrayView).items)) };
  const objects = views.filter((each) => each.kind === 'object');
  if (first.kind !== 'object' || objects.length < views.length) return undefined;
  if (new Set(objects.map(({ additional }) => JSON.stringify(additional?.schema))).size > 1) return undefined;
  const keys = new Set(objects.flatMap(({ properties }) => [...properties.keys()]));
  const properties = new Map<string, Place>();
  const required = new Set([...first.required].filter((key) => objects.every((each) => each.required.has(key))));
  for (const key of keys) {
    const places = objects.flatMap((each) => each.properties.get(key) ?? []);
    if (new Set(places.map(({ schema }) => JSON.stringify(schema.xml))).size > 1) return undefined;
    properties.set(key, oneOf(places));
    // A list without an element of its own that is empty cannot be told from one that is absent.
    const isDemanded = objects.some((each) => each.required.has(key)) && !required.has(key);
    if (isDemanded && places.some((place) => isFlat(view(place)))) return undefined;
  }
  const joined = JSON.stringify(views.map(({ ref, pointer }) => ref ?? pointer).sort());
  return { ...first, ref: undefined, nullable, properties, required, joined };
}

const isFlat = (view: View): boolean => view.kind === 'array' && !view.xml.wrapped && view.xml.nodeType === undefined;

/** Places of the same or of alternative schemas. */
function oneOf(places: readonly Place[]): Place {
  const schemas = new Map(places.map(({ schema }) => [JSON.stringify(schema), schema]));
  const { schema, pointer } = places[0]!;
  if (schemas.size === 1) return { schema, pointer };
  return { schema: { oneOf: [...schemas.values()], ...(schema.xml && { xml: schema.xml }) }, pointer };
}
