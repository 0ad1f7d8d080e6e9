import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// biome-ignore lint/suspicious/noExplicitAny: the description is JSON of a known form, read in this file alone.
type Json = any;

export interface Parameter {
  /** As in the request. */
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description: string;
  schema: { type?: string; enum?: readonly unknown[]; [keyword: string]: unknown };
  /** Values of a list stand in one parameter, with commas. */
  joined: boolean;
}

export interface ApiOperation {
  id: string;
  /** As on the command line: `contact-filters`. */
  group: string;
  /** As on the command line: `get-by-email`. */
  name: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  parameters: readonly Parameter[];
  body: { required: boolean; mediaTypes: readonly string[] } | undefined;
  /** Media types of its answer. */
  answers: readonly string[];
}

const read = (name: string): Json =>
  JSON.parse(readFileSync(fileURLToPath(import.meta.resolve(`@mailwright/spec/${name}`)), 'utf8'));

const resolve = (document: Json, node: Json): Json =>
  node?.$ref === undefined
    ? node
    : node.$ref
        .slice(2)
        .split('/')
        .reduce((found: Json, part: string) => found[part], document);

const kebab = (text: string) =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/[\s_]+/g, '-')
    .toLowerCase();

/** All operations of the description, in its order. */
export function readOperations(): ApiOperation[] {
  const document = read('openapi.json');
  return Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    Object.entries<Json>(item)
      .filter(([method]) => ['get', 'post', 'put', 'delete'].includes(method))
      .map(([method, node]) => operationOf(document, path, method, node)),
  );
}

function operationOf(document: Json, path: string, method: string, node: Json): ApiOperation {
  const body = resolve(document, node.requestBody);
  const answers = Object.entries<Json>(node.responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, response]) => Object.keys(resolve(document, response).content ?? {}));
  return {
    id: node.operationId,
    group: kebab(node.tags[0]),
    name: kebab(node['x-client-name']),
    method: method.toUpperCase(),
    path,
    summary: node.summary,
    description: node.description ?? '',
    parameters: (node.parameters ?? []).map((parameter: Json) => parameterOf(document, resolve(document, parameter))),
    body: body && { required: body.required === true, mediaTypes: Object.keys(body.content) },
    answers,
  };
}

function parameterOf(document: Json, node: Json): Parameter {
  return {
    name: node.name,
    in: node.in,
    required: node.required === true,
    description: node.description ?? '',
    schema: resolve(document, node.schema),
    joined: node.explode === false,
  };
}

/**
 * JSON Schemas of the bodies that are given as JSON values, by operation id. Schemas that others refer to stand in `$defs`
 * of each, so that it can be handed out alone.
 */
export function readBodySchemas(): Map<string, object> {
  const document = read('twin.json');
  const found = new Map<string, object>();
  for (const item of Object.values<Json>(document.paths)) {
    for (const node of Object.values<Json>(item)) {
      const schema = resolve(document, node?.requestBody)?.content?.['application/json']?.schema;
      if (schema !== undefined) found.set(node.operationId, withDefinitions(document, schema));
    }
  }
  return found;
}

const reference = '#/components/schemas/';

function withDefinitions(document: Json, schema: Json): object {
  const $defs: Record<string, Json> = Object.create(null);
  const visit = (node: Json): Json => {
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== 'object' || node === null) return node;
    const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, visit(value)]));
    if (typeof node.$ref !== 'string') return copy;
    const name = node.$ref.slice(reference.length);
    if (!(name in $defs)) {
      $defs[name] = {};
      $defs[name] = visit(document.components.schemas[name]);
    }
    return { ...copy, $ref: `#/$defs/${name}` };
  };
  const own = visit(schema);
  return { ...own, $defs: { ...$defs } };
}
