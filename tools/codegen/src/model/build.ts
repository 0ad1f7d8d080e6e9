import { createHash } from 'node:crypto';
import { typeName } from '../emit/names.ts';
import { DescriptionError, type Problem, UnsupportedError } from '../errors.ts';
import { hoistBodies } from './contents.ts';
import { referToMapped } from './mappings.ts';
import type { ApiModel, JsonSchema, OpenApiDocument, Operation } from './model.ts';
import { operationName } from './operation-id.ts';
import { buildOperation, listOperations, type Place } from './operations.ts';
import { joinPointer } from './pointer.ts';
import { referToComponents } from './references.ts';

const DEFAULT_MAX_BODY = 1_048_576;

/** Leaves out an operation that is not supported, and tells why. Without it such an operation is an error. */
export type Skip = (problem: Problem) => void;

/**
 * The model of a bundled OpenAPI 3.1 document (see `loadDescription`), which stays as it is.
 * @throws UnsupportedError with every construct that no correct code can be generated for
 * @throws DescriptionError when the description contradicts itself
 */
export function buildModel(bundled: OpenApiDocument, skip?: Skip): ApiModel {
  const document = structuredClone(bundled);
  const places = listOperations(document);
  nameOperations(places);
  for (const { operation } of places) hoistBodies(document, operation, operation.node.operationId);
  referToMapped(document);
  referToComponents(document);
  const operations = buildOperations(document, places, skip);
  const schemas = new Map(Object.entries<JsonSchema>(document.components?.schemas ?? {}));
  checkSchemaNames([...schemas.keys()]);
  return {
    title: String(document.info?.title ?? ''),
    version: String(document.info?.version ?? ''),
    hash: createHash('sha256').update(JSON.stringify(bundled)).digest('hex').slice(0, 12),
    document,
    operations,
    schemas,
    maxBody: document['x-max-body'] ?? DEFAULT_MAX_BODY,
  };
}

/** Writes to each operation the name that it has in code. */
function nameOperations(places: Place[]): void {
  const taken = new Map<string, string>();
  for (const { operation, method, path } of places) {
    const id = operationName(method, path, operation.node.operationId);
    const other = taken.get(id);
    if (other) {
      const message = `${method} ${path} and ${other} both have the name "${id}"; give each an operationId of its own`;
      throw new DescriptionError([{ pointer: operation.pointer, message }]);
    }
    taken.set(id, `${method} ${path}`);
    operation.node.operationId = id;
  }
}

function buildOperations(document: OpenApiDocument, places: Place[], skip?: Skip): Operation[] {
  const problems: Problem[] = [];
  const operations = places.flatMap((place) => {
    try {
      return [buildOperation(document, place)];
    } catch (error) {
      if (!(error instanceof UnsupportedError)) throw error;
      problems.push(...error.problems);
      delete place.pathItem.node[place.method.toLowerCase()];
      return [];
    }
  });
  if (problems.length > 0 && !skip) throw new UnsupportedError(problems);
  for (const problem of problems) skip?.(problem);
  checkGroups(operations, places);
  return operations;
}

/** Groups, and operations of a group, are told apart by their names in code. */
function checkGroups(operations: Operation[], places: Place[]): void {
  const titles = new Map<string, string>();
  const names = new Set<string>();
  for (const { group, groupTitle, clientName, id } of operations) {
    const { pointer } = places.find(({ operation }) => operation.node.operationId === id)!.operation;
    const fault = (key: string, message: string) => new DescriptionError([{ pointer: pointer + key, message }]);
    const title = titles.get(group) ?? groupTitle;
    if (title !== groupTitle)
      throw fault('/tags/0', `the tags "${title}" and "${groupTitle}" are both "${group}" in code`);
    titles.set(group, title);
    if (names.has(`${group}.${clientName}`))
      throw fault('/x-client-name', `two operations of "${title}" have the name "${clientName}" in code`);
    names.add(`${group}.${clientName}`);
  }
}

function checkSchemaNames(names: string[]): void {
  const taken = new Map<string, string>();
  for (const name of names) {
    const pointer = joinPointer('#/components/schemas', name);
    const other = taken.get(typeName(name));
    if (other)
      throw new DescriptionError([{ pointer, message: `the schemas "${other}" and "${name}" have one name in code` }]);
    taken.set(typeName(name), name);
  }
}
