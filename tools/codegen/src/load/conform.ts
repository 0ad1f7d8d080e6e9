import { isDeepStrictEqual } from 'node:util';
import { DescriptionError, type Note, type Problem, UnsupportedError } from '../common/errors.ts';
import { BROKEN } from '../model/broken.ts';
import { wholeMediaType } from '../model/media.ts';
import type { Json, OpenApiDocument } from '../model/model.ts';
import { STYLES } from '../model/parameter-form.ts';
import { joinPointer } from '../model/pointer.ts';
import { classify } from '../model/scalar.ts';
import { type Children, childrenOf, isObject, type NodeKind, walk } from '../model/walk.ts';
import { conformExtensions } from './conform-extensions.ts';
import { conformSchema, TYPES } from './conform-schema.ts';

/**
 * Gives each object of a description the form that OpenAPI gives it, as all that follows relies on it. What is written in
 * another form and has a plain meaning is changed with a note.
 * @throws DescriptionError with every place where an object is wanted and something else stands
 */
export function conform(document: OpenApiDocument, note: Note): void {
  const problems: Problem[] = [];
  walk(document, (node, kind, pointer) => {
    const told = (key: string, message: string) => note({ pointer: joinPointer(pointer, key), message });
    if (node.$ref !== undefined && typeof node.$ref !== 'string' && kind !== 'schema') delete node.$ref;
    deleteExtensions(node, kind);
    conformExtensions(node, kind, told);
    if (kind === 'schema') conformSchema(node, told);
    else conformTexts(node, told);
    if (kind === 'operation') conformOperation(node, told);
    if (kind === 'operation' || kind === 'document') conformSecurity(node, told);
    if (kind === 'document') beginWithSlashes(node, note);
    if (kind === 'operation') leaveOutStatuses(node, joinPointer(pointer, 'responses'), note);
    if (kind === 'requestBody' || kind === 'response') leaveOutVariants(node, joinPointer(pointer, 'content'), note);
    if (kind === 'parameter') {
      conformQuerystring(node);
      conformParameter(node, told);
    }
    for (const [key, child] of Object.entries(childrenOf(node, kind)))
      problems.push(...conformChild(node, kind, key, child, joinPointer(pointer, key), note));
  });
  if (problems.length > 0) throw new DescriptionError(problems);
}

/** Specification extensions where otherwise every name means something. */
function deleteExtensions(node: OpenApiDocument, kind: NodeKind): void {
  const maps = kind === 'operation' ? [node.responses] : kind === 'document' ? [node.paths] : [];
  for (const map of maps.filter(isObject))
    for (const key of Object.keys(map)) if (key.startsWith('x-')) delete map[key];
}

/** `pets` is `/pets`: a path is appended to the address of the server. */
function beginWithSlashes(document: OpenApiDocument, note: Note): void {
  if (!isObject(document.paths)) return;
  const entries = Object.entries<Json>(document.paths).map(([path, item]): [string, Json] => {
    const meant = `/${path}`;
    if (path.startsWith('/') || Object.hasOwn(document.paths, meant)) return [path, item];
    note({ pointer: joinPointer('#/paths', path), message: `is taken for ${meant}` });
    return [meant, item];
  });
  document.paths = Object.fromEntries(entries);
}

/** Leaves out responses that no server sends. */
function leaveOutStatuses({ responses }: OpenApiDocument, pointer: string, note: Note): void {
  if (!isObject(responses)) return;
  for (const status of Object.keys(responses)) {
    if (/^(default|[1-5](\d\d|XX))$/i.test(status)) continue;
    delete responses[status];
    note({ pointer: joinPointer(pointer, status), message: 'is no status, and is left out' });
  }
}

/** Leaves out a media type that differs from an earlier one in charset or case only, and has another schema: nothing tells them apart. */
function leaveOutVariants({ content }: OpenApiDocument, pointer: string, note: Note): void {
  if (!isObject(content)) return;
  const first = new Map<string, Json>();
  for (const [type, media] of Object.entries<Json>(content)) {
    const name = wholeMediaType(type)
      .replace(/;charset=[^;]*/i, '')
      .toLowerCase();
    const earlier = first.get(name);
    if (earlier === undefined) first.set(name, media);
    else if (!isDeepStrictEqual(earlier?.schema, media?.schema)) {
      delete content[type];
      const message = `is left out: there is another ${name} with a different schema, and nothing tells them apart`;
      note({ pointer: joinPointer(pointer, type), message });
    }
  }
}

type Told = (key: string, message: string) => void;

function conformTexts(node: OpenApiDocument, told: Told): void {
  for (const key of ['description', 'summary', 'operationId', 'name'])
    if (node[key] !== undefined && typeof node[key] !== 'string') {
      told(key, 'is taken for a text');
      node[key] =
        node[key] === null ? '' : typeof node[key] === 'object' ? JSON.stringify(node[key]) : String(node[key]);
      if (key === 'operationId' && node[key] === '') delete node[key];
    }
  for (const key of ['required', 'deprecated', 'explode', 'allowEmptyValue', 'allowReserved'])
    if (node[key] === 'true' || node[key] === 'false') {
      told(key, `"${node[key]}" is taken for the boolean`);
      node[key] = node[key] === 'true';
    }
}

function conformOperation(node: OpenApiDocument, told: Told): void {
  if (node.tags !== undefined) {
    const tags = [node.tags].flat().filter((tag: unknown) => tag !== null && typeof tag !== 'object');
    if (!Array.isArray(node.tags)) told('tags', 'is taken for a list with this tag');
    node.tags = tags.map(String);
  }
  for (const key of ['security', 'servers'])
    if (node[key] !== undefined && !Array.isArray(node[key])) {
      told(key, 'is no list, and is ignored');
      delete node[key];
    }
}

/** `security: [key]` is commonly written for `security: [{ key: [] }]`. */
function conformSecurity(node: OpenApiDocument, told: Told): void {
  if (!Array.isArray(node.security)) return;
  const meant = node.security.flatMap((each: unknown) => {
    if (isObject(each)) return [each];
    if (typeof each === 'string') told('security', `"${each}" is taken for { "${each}": [] }`);
    else told('security', `${JSON.stringify(each)} is no object of schemes and scopes, and is ignored`);
    return typeof each === 'string' ? [{ [each]: [] }] : [];
  });
  // Without any requirement left, an empty list would say that nobody needs a key.
  if (meant.length === 0 && node.security.length > 0) delete node.security;
  else node.security = meant;
}

/** `in: querystring` of OpenAPI 3.2 is the whole query: the members of an object, as a form writes them. */
function conformQuerystring(node: OpenApiDocument): void {
  const form = node.content?.['application/x-www-form-urlencoded'];
  if (node.in !== 'querystring' || !isObject(form)) return;
  Object.assign(node, { in: 'query', style: 'form', explode: true, schema: form.schema ?? {} });
  delete node.content;
}

/** Without a style that its place does not have, and without a default that is no value of its type. */
function conformParameter(node: OpenApiDocument, told: Told): void {
  const styles = STYLES[node.in];
  if (node.style !== undefined && styles && !styles.includes(node.style)) {
    told('style', `${JSON.stringify(node.style)} is not one of ${node.in} parameters, and is ignored`);
    delete node.style;
  }
  if (isObject(node.content) && Object.keys(node.content).length === 0) {
    told('content', 'has no media type, and is taken for a text');
    delete node.content;
    node.schema ??= { type: 'string' };
  }
  const { schema } = node;
  if (!isObject(schema) || schema.default === undefined || schema.$ref !== undefined) return;
  try {
    classify(schema, '#');
  } catch (error) {
    const isDefault = error instanceof UnsupportedError && error.problems[0]?.pointer === '#/default';
    if (!isDefault) return;
    told('schema', `the default ${JSON.stringify(schema.default)} is no value of its type, and is ignored`);
    delete schema.default;
  }
}

/** Removes what is null; puts a mark in place of each child that is no object, and returns those without which nothing is left. */
function conformChild(
  node: OpenApiDocument,
  parent: NodeKind,
  key: string,
  [form, kind]: Children[string],
  pointer: string,
  note: Note,
): Problem[] {
  const child = node[key];
  if (child === undefined) return [];
  if (child === null) {
    delete node[key];
    note({ pointer, message: 'is null, and is ignored' });
    return [];
  }
  if (form === 'one') {
    if (typeof child === 'boolean' && kind === 'schema' && !LIMITS.has(key)) node[key] = asObject(child);
    if (kind === 'schema') node[key] = asNamed(node[key], pointer, note);
    if (!isOf(kind, child)) node[key] = broken(notAnObject(kind, pointer), note);
    return [];
  }
  if (kind === 'parameter' && Array.isArray(child) && child.includes(null)) {
    note({ pointer, message: 'one of them is null, and is ignored' });
    node[key] = child.filter((item) => item !== null);
    return conformChild(node, parent, key, [form, kind], pointer, note);
  }
  if (form === 'list' ? !Array.isArray(child) : !isObject(child)) {
    const problem = { pointer, message: `must be ${form === 'list' ? 'a list' : 'an object'}` };
    if (key === 'paths') return [problem];
    delete node[key];
    if (parent === 'document' || parent === 'components') note(problem);
    else Object.assign(node, broken(problem, note));
    return [];
  }
  return Object.entries<Json>(child).flatMap(([name, item]): Problem[] => {
    const at = joinPointer(pointer, name);
    if (kind === 'schema' && typeof item === 'boolean') child[name] = asObject(item);
    if (kind === 'schema') child[name as keyof typeof child] = asNamed(child[name as keyof typeof child], at, note);
    if (isOf(kind, child[name as keyof typeof child])) return [];
    // A schema of any value, a media type or a response of which nothing is said.
    if (item !== null || form === 'list') {
      child[name as keyof typeof child] = broken(notAnObject(kind, at), note);
      return [];
    }
    note({ pointer: at, message: 'is null, and is taken for an empty object' });
    child[name] = {};
    return [];
  });
}

/** `name: string` in place of `name: { type: string }`. */
function asNamed(schema: Json, pointer: string, note: Note): Json {
  if (typeof schema !== 'string' || !TYPES.includes(schema)) return schema;
  note({ pointer, message: `"${schema}" is taken for a schema of this type` });
  return { type: schema };
}

/** Notes a malformed part and returns the mark that replaces it. Operations that need it are rejected (`refuseBroken`). */
function broken(problem: Problem, note: Note): Json {
  note(problem);
  return { [BROKEN]: problem };
}

/** Keywords that limit what others describe, where `true` and `false` are read as such. */
const LIMITS = new Set(['additionalProperties', 'unevaluatedItems', 'unevaluatedProperties']);

/** The schema of any value, or of none. */
const asObject = (schema: boolean): Json => (schema ? {} : { not: {} });

const isOf = (kind: NodeKind, value: unknown): boolean =>
  isObject(value) || (kind === 'schema' && typeof value === 'boolean');

const notAnObject = (kind: NodeKind, pointer: string): Problem => ({
  pointer,
  message: kind === 'schema' ? 'a schema must be an object, true or false' : 'must be an object',
});
