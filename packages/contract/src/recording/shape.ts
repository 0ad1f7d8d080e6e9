import type { JsonSchema } from '@mailwright/codegen/description';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { looksLikeId } from './ids.ts';

type Kind = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'object' | 'array';

/** Merged form of many values. Holds types, names and formats, never a value. */
export interface Shape {
  kinds: Set<Kind>;
  /** Formats that all texts have; absent before the first text. */
  formats?: string[];
  /** Number of objects among the values. */
  objects: number;
  members: Members;
  items?: Shape;
}

/** Named parts of something that was seen many times: how many times each was there, and its shape. */
export type Members = Map<string, { count: number; shape: Shape }>;

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
/** The most telling first. */
const FORMATS = ['date-time', 'date', 'uuid', 'email', 'ipv4', 'uri'].map((format) => ({
  format,
  fits: ajv.compile({ type: 'string', format }),
}));

export const newShape = (): Shape => ({ kinds: new Set(), objects: 0, members: new Map() });

/** Adds a value of JSON to the shape. */
export function addValue(shape: Shape, value: unknown): void {
  shape.kinds.add(kindOf(value));
  if (typeof value === 'string') addFormatsOf(shape, value);
  if (Array.isArray(value)) {
    shape.items ??= newShape();
    for (const item of value) addValue(shape.items, item);
  } else if (typeof value === 'object' && value !== null) {
    shape.objects++;
    for (const [name, each] of Object.entries(value)) addValue(countMember(shape.members, name), each);
  }
}

/** Adds a text of XML, a header or an address to the shape, as the type that it is a form of. */
export function addText(shape: Shape, text: string): void {
  const isNumber = /^-?(0|[1-9]\d{0,14})(\.\d+)?$/.test(text);
  if (isNumber) shape.kinds.add(text.includes('.') ? 'number' : 'integer');
  else shape.kinds.add(text === 'true' || text === 'false' ? 'boolean' : 'string');
  addFormatsOf(shape, text);
}

/** Counts a member once more and returns its shape. */
export function countMember(members: Members, name: string): Shape {
  const member = members.get(name) ?? { count: 0, shape: newShape() };
  member.count++;
  members.set(name, member);
  return member.shape;
}

function addFormatsOf(shape: Shape, text: string): void {
  shape.formats = shape.formats
    ? shape.formats.filter((format) => FORMATS.find((each) => each.format === format)!.fits(text))
    : FORMATS.flatMap(({ format, fits }) => (fits(text) ? [format] : []));
}

function kindOf(value: unknown): Kind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value as Kind;
}

/** Adds all that another shape has seen. */
export function mergeShape(into: Shape, from: Shape): void {
  for (const kind of from.kinds) into.kinds.add(kind);
  const { formats } = from;
  if (formats) into.formats = into.formats ? into.formats.filter((each) => formats.includes(each)) : formats;
  into.objects += from.objects;
  mergeMembers(into.members, from.members);
  if (!from.items) return;
  into.items ??= newShape();
  mergeShape(into.items, from.items);
}

export function mergeMembers(into: Members, from: Members): void {
  for (const [name, { count, shape }] of from) {
    const member = into.get(name) ?? { count: 0, shape: newShape() };
    member.count += count;
    mergeShape(member.shape, shape);
    into.set(name, member);
  }
}

/** Schema of values of JSON. */
export function jsonSchema({ kinds, formats = [], objects, members, items }: Shape): JsonSchema {
  const types = [...kinds].filter((kind) => kind !== 'integer' || !kinds.has('number'));
  const [format] = formats;
  return {
    ...(types.length > 0 && { type: types.length === 1 ? types[0] : types.toSorted(nullLast) }),
    ...(format && { format }),
    ...(items && { items: jsonSchema(items) }),
    ...(kinds.has('object') && objectSchema(members, objects)),
  };
}

const nullLast = (one: Kind, other: Kind) => Number(one === 'null') - Number(other === 'null');

/** Names of members that are data themselves, such as addresses or ids, are not written. */
function objectSchema(members: Members, objects: number): JsonSchema {
  if ([...members.keys()].some(looksLikeId)) {
    const all = newShape();
    for (const { shape } of members.values()) mergeShape(all, shape);
    return { additionalProperties: jsonSchema(all) };
  }
  const required = [...members].filter(([, { count }]) => count === objects).map(([name]) => name);
  return {
    properties: Object.fromEntries([...members].map(([name, { shape }]) => [name, jsonSchema(shape)])),
    ...(required.length > 0 && { required }),
  };
}

/** Schema of texts: of different types only what all are, a text. */
export function textSchema({ kinds, formats = [] }: Shape): JsonSchema {
  const [only, other] = [...kinds].filter((kind) => kind !== 'integer' || !kinds.has('number'));
  if (only !== undefined && other === undefined && only !== 'string') return { type: only };
  return { type: 'string', ...(formats[0] && { format: formats[0] }) };
}
