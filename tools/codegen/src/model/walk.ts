import { ALL_METHODS } from './methods.ts';
import type { OpenApiDocument } from './model.ts';
import { joinPointer } from './pointer.ts';

/** Objects of OpenAPI 3 by their names in the specification; `schema` is a JSON schema at any depth. */
export type NodeKind =
  | 'document'
  | 'components'
  | 'pathItem'
  | 'operation'
  | 'parameter'
  | 'header'
  | 'requestBody'
  | 'response'
  | 'mediaType'
  | 'encoding'
  | 'callback'
  | 'schema';

/** Kind of the children of a node: `one` object, a `list` of them, or a `map` from names to them. */
export type Children = Record<string, [form: 'one' | 'list' | 'map', kind: NodeKind]>;

const CHILDREN: Record<NodeKind, Children> = {
  document: { paths: ['map', 'pathItem'], webhooks: ['map', 'pathItem'], components: ['one', 'components'] },
  components: {
    schemas: ['map', 'schema'],
    responses: ['map', 'response'],
    parameters: ['map', 'parameter'],
    requestBodies: ['map', 'requestBody'],
    headers: ['map', 'header'],
    callbacks: ['map', 'callback'],
    pathItems: ['map', 'pathItem'],
  },
  pathItem: {
    parameters: ['list', 'parameter'],
    additionalOperations: ['map', 'operation'],
    ...Object.fromEntries(ALL_METHODS.map((method) => [method, ['one', 'operation'] as const])),
  } as Children,
  operation: {
    parameters: ['list', 'parameter'],
    requestBody: ['one', 'requestBody'],
    responses: ['map', 'response'],
    callbacks: ['map', 'callback'],
  },
  parameter: { schema: ['one', 'schema'], content: ['map', 'mediaType'] },
  header: { schema: ['one', 'schema'], content: ['map', 'mediaType'] },
  requestBody: { content: ['map', 'mediaType'] },
  response: { headers: ['map', 'header'], content: ['map', 'mediaType'] },
  mediaType: { schema: ['one', 'schema'], encoding: ['map', 'encoding'] },
  encoding: { headers: ['map', 'header'] },
  callback: {},
  schema: {
    properties: ['map', 'schema'],
    patternProperties: ['map', 'schema'],
    dependentSchemas: ['map', 'schema'],
    $defs: ['map', 'schema'],
    allOf: ['list', 'schema'],
    anyOf: ['list', 'schema'],
    oneOf: ['list', 'schema'],
    prefixItems: ['list', 'schema'],
    items: ['one', 'schema'],
    contains: ['one', 'schema'],
    not: ['one', 'schema'],
    if: ['one', 'schema'],
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: ['one', 'schema'],
    else: ['one', 'schema'],
    propertyNames: ['one', 'schema'],
    additionalProperties: ['one', 'schema'],
    unevaluatedItems: ['one', 'schema'],
    unevaluatedProperties: ['one', 'schema'],
  },
};

export type Visit = (node: OpenApiDocument, kind: NodeKind, pointer: string) => void;

/**
 * Calls `visit` for every object of a description, parents before children. References are visited as the
 * kind that stands there and not followed. `visit` may change the node, its children are read afterwards.
 */
export function walk(document: OpenApiDocument, visit: Visit): void {
  walkNode(document, 'document', '#', visit);
}

function walkNode(node: unknown, kind: NodeKind, pointer: string, visit: Visit): void {
  if (!isObject(node)) return;
  visit(node, kind, pointer);
  for (const [key, [form, childKind]] of Object.entries(childrenOf(node, kind))) {
    const child = node[key];
    if (child === undefined) continue;
    const at = joinPointer(pointer, key);
    if (form === 'one') walkNode(child, childKind, at, visit);
    else if (form === 'map' ? isObject(child) : Array.isArray(child))
      for (const [name, item] of Object.entries(child)) walkNode(item, childKind, joinPointer(at, name), visit);
  }
}

/** The members of an object that hold other objects. A callback maps runtime expressions to path items. */
export function childrenOf(node: OpenApiDocument, kind: NodeKind): Children {
  if (kind !== 'callback') return CHILDREN[kind];
  const expressions = Object.keys(node).filter((key) => key !== '$ref' && !key.startsWith('x-'));
  return Object.fromEntries(expressions.map((key) => [key, ['one', 'pathItem']]));
}

export function isObject(value: unknown): value is OpenApiDocument {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
