import { type Direction, type JsonSchema, membersForDirection } from '@mailwright/codegen/description';
import { followBundled, referredIn } from './bundled.ts';

/**
 * The schema of one direction, as the generator knows it: without the members that only the other direction has, nor a demand
 * for them. The markers are removed from the members that are left, because generators read all schemas as those of responses.
 */
export function forDirection(schema: JsonSchema, direction: Direction, bundle?: unknown): JsonSchema {
  return withoutMarkers(membersForDirection(referredIn(bundle), schema, direction)) as JsonSchema;
}

function withoutMarkers(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutMarkers);
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).flatMap(([key, value]): [string, unknown][] => {
    if (key === 'readOnly' || key === 'writeOnly') return [];
    if (DATA.has(key)) return [[key, value]];
    const isNamed = NAMED.has(key) && typeof value === 'object' && value !== null;
    return [[key, isNamed ? mapValues(value, withoutMarkers) : withoutMarkers(value)]];
  });
  return Object.fromEntries(entries);
}

const mapValues = (map: object, change: (value: unknown) => unknown) =>
  Object.fromEntries(Object.entries(map).map(([name, value]) => [name, change(value)]));

/** Keywords whose values are data of programs, and those whose members are schemas by names. */
const DATA = new Set(['const', 'default', 'enum', 'example', 'examples']);
const NAMED = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas']);

/** References between combined schemas are followed to this depth. */
const DEEPEST = 6;
/**
 * Paths of the members of a response that are marked `writeOnly`, such as `[0].password`. A member of several alternatives
 * counts if all of them mark it.
 */
export function findWriteOnly(schema: JsonSchema, value: unknown, bundle: unknown, path = ''): string[] {
  if (Array.isArray(value)) {
    const items = partsOf(schema, bundle).flatMap((part) => (part.items ? [part.items] : []));
    return value.flatMap((each, index) =>
      items.flatMap((item) => findWriteOnly(item, each, bundle, `${path}[${index}]`)),
    );
  }
  if (typeof value !== 'object' || value === null) return [];
  const parts = partsOf(schema, bundle);
  const found = Object.entries(value).flatMap(([key, member]) => {
    const described = parts.flatMap(({ properties }) => properties?.[key] ?? []);
    const place = path === '' ? key : `${path}.${key}`;
    if (described.length > 0 && described.every((each) => followBundled(each, bundle).writeOnly === true))
      return member === undefined ? [] : [place];
    return described.flatMap((each) => findWriteOnly(each, member, bundle, place));
  });
  return [...new Set(found)];
}

/** The schema with what it is combined of, references followed. */
function partsOf(schema: JsonSchema, bundle: unknown, depth = 0): JsonSchema[] {
  if (depth > DEEPEST) return [];
  const node = followBundled(schema, bundle);
  const inner = [...(node.allOf ?? []), ...(node.anyOf ?? []), ...(node.oneOf ?? [])];
  return [node, ...inner.flatMap((part: JsonSchema) => partsOf(part, bundle, depth + 1))];
}
