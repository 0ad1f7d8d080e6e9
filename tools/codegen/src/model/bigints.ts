import type { BigintPlace } from '@mailwright/xml-codec/json';
import type { Content, JsonSchema, OpenApiDocument, Operation } from './model.ts';
import { splitPointer } from './pointer.ts';

type Place = BigintPlace;

/** Marks JSON of operations that holds bigints or times. @returns the schemas that hold any, at any depth, and where (`x-value`) */
export function markBigints(document: OpenApiDocument, operations: Operation[]): Map<string, Place> {
  const places = bigintPlaces(document);
  const mark = (content: Content) => {
    if ((content.kind === 'json' || content.kind === 'sequence') && places.has(content.schema!)) content.bigints = true;
  };
  for (const { bodies, responses } of operations)
    for (const contents of [bodies, ...responses.map((response) => response.contents)]) contents.forEach(mark);
  return places;
}

function bigintPlaces(document: OpenApiDocument): Map<string, Place> {
  const schemas = Object.entries<JsonSchema>(document.components?.schemas ?? {});
  const all = new Map(schemas.map(([name, schema]) => [name, placeOf(schema)]));
  const found = new Set<string>();
  const holds = (place: Place | undefined): boolean => {
    if (place === undefined || typeof place === 'string') return place !== undefined && found.has(place);
    if (typeof place === 'number') return true;
    if (isSeveral(place)) return place.some(holds);
    return [...Object.values(place.members ?? {}), place.items, place.rest].some(holds);
  };
  for (let size = -1; size < found.size; ) {
    size = found.size;
    for (const [name, place] of all) if (holds(place)) found.add(name);
  }
  return new Map([...all].flatMap(([name, place]) => (found.has(name) ? [[name, place!] as const] : [])));
}

const VALUES: Readonly<Record<string, Place>> = { bigint: 1, Date: 2, 'Temporal.Instant': 3 };

function placeOf(schema: JsonSchema | boolean | undefined): Place | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined;
  const value = VALUES[schema['x-value']];
  if (value !== undefined) return value;
  const { $ref, allOf = [], oneOf = [], anyOf = [], properties = {}, items, additionalProperties } = schema;
  const members = Object.entries<JsonSchema>(properties).flatMap(([key, member]): [string, Place][] => {
    const place = placeOf(member);
    // A member that has none is not one of the rest.
    if (place === undefined) return additionalProperties ? [[key, []]] : [];
    return [[key, place]];
  });
  const [inItems, inRest] = [placeOf(items), placeOf(additionalProperties)];
  const parts = {
    ...(members.length > 0 && { members: Object.fromEntries(members) }),
    ...(inItems !== undefined && { items: inItems }),
    ...(inRest !== undefined && { rest: inRest }),
  };
  const places = [
    ...($ref === undefined ? [] : [String(splitPointer($ref).at(-1))]),
    ...(Object.keys(parts).length > 0 ? [parts] : []),
    ...[...allOf, ...oneOf, ...anyOf].flatMap((each: JsonSchema) => placeOf(each) ?? []),
  ];
  return places.length > 1 ? places : places[0];
}

const isSeveral = (place: Place): place is readonly Place[] => Array.isArray(place);
