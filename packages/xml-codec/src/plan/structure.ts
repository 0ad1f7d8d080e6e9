import { readMap } from './map.ts';
import type { ScalarType } from './model.ts';
import { type JsonType, scalarType } from './scalar-type.ts';
import { at, type Schema } from './schema.ts';
import { unsupported } from './unsupported.ts';
import type { View } from './view.ts';

const STRUCTURAL = [
  '$ref',
  'type',
  'properties',
  'additionalProperties',
  'items',
  'allOf',
  'oneOf',
  'anyOf',
  'enum',
  'const',
];

/** Keywords that change what a value looks like in ways a plan cannot say. */
const UNKNOWN = ['patternProperties', 'prefixItems', 'dependentSchemas', 'if', '$dynamicRef', '$recursiveRef'];

/** Reports whether a schema says what a value is made of, or is only a remark (description, xml, limits, `required`). */
export function isStructural(schema: Schema): boolean {
  if (typeof schema !== 'object' || schema === null) return true;
  return [...STRUCTURAL, ...UNKNOWN].some((keyword) => schema[keyword] !== undefined);
}

/** The view of a schema without references and alternatives. */
export function readStructure(schema: Schema, pointer: string): View {
  for (const keyword of UNKNOWN) {
    if (schema[keyword] !== undefined) unsupported(at(pointer, keyword), `${keyword} has no form in XML here`);
  }
  const { type, nullable } = readType(schema, pointer);
  const common = {
    pointer,
    nullable,
    xml: schema.xml ?? {},
    text: schema['x-xml-text'] === true,
    aliases: schema['x-xml-aliases'] ?? [],
    oneWay: schema.readOnly === true || schema.writeOnly === true,
  };
  if (type === 'array') {
    return { ...common, kind: 'array', items: { schema: schema.items ?? {}, pointer: at(pointer, 'items') } };
  }
  if (isOpen(type)) return { ...common, kind: 'scalar', type };
  if (type !== 'object')
    return { ...common, kind: 'scalar', type: scalarType(schema, type, pointer), ...words(schema) };
  if (schema['x-xml-map']) return { ...common, ...readMap(schema, pointer) };

  const additional = schema.additionalProperties;
  const isDictionary = typeof additional === 'object' && Object.keys(additional).length > 0;
  const properties = Object.entries(schema.properties ?? {});
  // Nothing is known of its members.
  if (!schema.properties && !isDictionary && additional !== false)
    return { ...common, kind: 'scalar', type: 'members' };
  return {
    ...common,
    kind: 'object',
    properties: new Map(properties.map(([key, s]) => [key, { schema: s, pointer: at(pointer, 'properties', key) }])),
    required: new Set(schema.required),
    ...(isDictionary && { additional: { schema: additional, pointer: at(pointer, 'additionalProperties') } }),
  };
}

/** The enumeration of a schema whose words are read in any case. */
function words(schema: Schema): { words?: string[] } {
  if (schema['x-ignore-case'] !== true) return {};
  return { words: (schema.enum ?? []).filter((word) => typeof word === 'string') };
}

type OpenType = Extract<ScalarType, 'any' | 'scalar' | 'literal'>;

const isOpen = (type: string): type is OpenType => ['any', 'scalar', 'literal'].includes(type);

function readType(
  schema: Schema,
  pointer: string,
): { type: JsonType | OpenType | 'object' | 'array'; nullable: boolean } {
  const given = schema.type === undefined ? inferred(schema) : [schema.type].flat();
  const types = given.filter((type) => type !== 'null');
  const nullable = schema.nullable === true || given.length > types.length;
  const [type] = types;
  if (type === undefined && given.length === 0) return { type: schema['x-xml-raw'] ? 'string' : 'any', nullable };
  if (type === undefined) return { type: 'any', nullable };
  if (types.length > 1) return { type: openType(types, pointer), nullable };
  switch (type) {
    case 'object':
    case 'array':
    case 'string':
    case 'integer':
    case 'number':
    case 'boolean':
      return { type, nullable };
    default:
      return unsupported(pointer, `unknown type ${JSON.stringify(type)}`);
  }
}

function inferred(schema: Schema): string[] {
  if (schema.properties || typeof schema.additionalProperties === 'object') return ['object'];
  if (schema.items) return ['array'];
  const values = schema.enum ?? (schema.const === undefined ? [] : [schema.const]);
  return [
    ...new Set(values.map((value) => (value === null ? 'null' : Number.isInteger(value) ? 'integer' : typeof value))),
  ];
}

/** Returns the type as which a value of several types is read: text, unless the text tells a number from a boolean. */
function openType(types: readonly string[], pointer: string): OpenType | 'number' {
  if (types.some((type) => type === 'object' || type === 'array'))
    unsupported(pointer, `a value of several types (${types.join(', ')}): a document does not tell which`);
  if (types.includes('string')) return 'scalar';
  return types.includes('boolean') ? 'literal' : 'number';
}
