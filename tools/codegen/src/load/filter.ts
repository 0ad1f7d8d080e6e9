import { DescriptionError, type Problem } from '../common/errors.ts';
import { ALL_METHODS } from '../model/methods.ts';
import type { Json, OpenApiDocument } from '../model/model.ts';
import { referencesIn } from '../model/objects.ts';
import { follow, joinPointer, splitPointer } from '../model/pointer.ts';
import { isObject } from '../model/walk.ts';

/** Which operations of a description are wanted; all by default. */
export interface Filter {
  /** Tags of which operations need one; with `!` before them, tags that they must not have. */
  tags?: readonly string[] | undefined;
  /** Operations by operationId, or by method and path, `GET /pets`; with `!` before them, those that are not wanted. */
  operations?: readonly string[] | undefined;
  /** False leaves out operations that are deprecated. */
  deprecated?: boolean | undefined;
  /** False leaves out operations that `x-internal: true` marks, or their path. */
  internal?: boolean | undefined;
}

/**
 * Leaves out operations, and the components that only these use.
 * @throws DescriptionError if a tag or an operation is named that the description does not have, or nothing is left
 */
export function filterOperations(document: OpenApiDocument, filter: Filter): void {
  const { tags = [], operations = [], deprecated, internal } = filter;
  if (tags.length === 0 && operations.length === 0 && deprecated !== false && internal !== false) return;
  const found = operationsOf(document);
  const problems = [
    ...unknown(
      'tag',
      tags,
      found.flatMap((each) => each.tags),
    ),
    ...unknown(
      'operation',
      operations,
      found.flatMap((each) => each.names),
    ),
  ];
  if (problems.length > 0) throw new DescriptionError(problems);
  const unwanted = found.filter(
    (each) =>
      !isWanted(tags, each.tags) ||
      !isWanted(operations, each.names) ||
      (deprecated === false && each.deprecated) ||
      (internal === false && each.internal),
  );
  if (found.length > 0 && unwanted.length === found.length)
    throw new DescriptionError([{ pointer: '#/paths', message: 'no operation is left by these filters' }]);
  for (const { item, method } of unwanted) delete item[method];
  for (const [path, item] of Object.entries<Json>(document.paths ?? {}))
    if (!ALL_METHODS.some((method) => item[method])) delete document.paths[path];
  if (unwanted.length > 0) leaveOutUnused(document);
}

interface Described {
  item: Json;
  method: string;
  /** By which it can be told. */
  names: string[];
  tags: string[];
  deprecated: boolean;
  internal: boolean;
}

/** The operations of the paths; a path that is a reference gets operations of its own. */
function operationsOf(document: OpenApiDocument): Described[] {
  return Object.entries<Json>(document.paths ?? {}).flatMap(([path, written]) => {
    const { node } = follow(document, written, joinPointer('#/paths', path));
    const { $ref: _, ...beside } = written;
    const item = node === written ? written : { ...structuredClone(node), ...beside };
    document.paths[path] = item;
    return ALL_METHODS.filter((method) => isObject(item[method])).map((method): Described => {
      const operation = item[method];
      return {
        item,
        method,
        names: [`${method.toUpperCase()} ${path}`, ...(operation.operationId ? [operation.operationId] : [])],
        tags: operation.tags ?? [],
        deprecated: operation.deprecated === true,
        internal: operation['x-internal'] === true || item['x-internal'] === true,
      };
    });
  });
}

function isWanted(wanted: readonly string[], names: readonly string[]): boolean {
  const [without, only] = [wanted.filter(isNegative), wanted.filter((each) => !isNegative(each))];
  if (without.some((each) => names.includes(each.slice(1)))) return false;
  return only.length === 0 || only.some((each) => names.includes(each));
}

const isNegative = (name: string): boolean => name.startsWith('!');

function unknown(kind: string, wanted: readonly string[], known: readonly string[]): Problem[] {
  const names = wanted.map((each) => each.replace(/^!/, '')).filter((name) => !known.includes(name));
  const list = [...new Set(known)].sort().join(', ');
  const instead = list === '' ? 'no operation has any' : `there are: ${list}`;
  return names.map((name) => ({ pointer: '#/paths', message: `there is no ${kind} "${name}"; ${instead}` }));
}

/** Leaves out components that neither operations nor webhooks lead to. Security schemes are referred to by name, and stay. */
function leaveOutUnused(document: OpenApiDocument): void {
  const { components = {}, ...rest } = document;
  const used = new Set<string>();
  const schemas: Record<string, Json> = components.schemas ?? {};
  const parts: Json[] = [rest];
  const add = ($ref: string) => {
    const [, kind = '', name = ''] = splitPointer($ref);
    const key = `${kind}/${name}`;
    if (!$ref.startsWith('#/components/') || used.has(key)) return;
    used.add(key);
    parts.push({ components: { [kind]: { [name]: components[kind]?.[name] } } });
    // Heirs by allOf are values of their base, if its discriminator tells them.
    if (kind === 'schemas' && schemas[name]?.discriminator)
      for (const [heir, { allOf = [] }] of Object.entries(schemas))
        if (allOf.some((base: Json) => base?.$ref === $ref)) add(joinPointer('#/components/schemas', heir));
  };
  for (const part of parts)
    for (const { node: at, key } of referencesIn(part))
      add(/[#/]/.test(at[key]) ? at[key] : joinPointer('#/components/schemas', at[key]));
  for (const [kind, map] of Object.entries<Json>(components))
    if (kind !== 'securitySchemes' && isObject(map))
      for (const name of Object.keys(map)) if (!used.has(`${kind}/${name}`)) delete map[name];
}
