import { createHash } from 'node:crypto';
import { DescriptionError, type Note, type Problem, UnsupportedError } from '../common/errors.ts';
import { markBigints } from './bigints.ts';
import { breakCircles } from './circles.ts';
import { hoistBodies } from './contents.ts';
import { nameSchemasApart } from './distinct-names.ts';
import { referToMapped } from './mappings.ts';
import type { ApiModel, JsonSchema, OpenApiDocument, Operation } from './model.ts';
import { operationName } from './operation-id.ts';
import { buildOperation } from './operations.ts';
import { copyPathItems, listOperations, type Place } from './places.ts';
import { referToComponents } from './references.ts';
import { commonSecurity, securitySchemes } from './security.ts';
import { splitDirections } from './split-directions.ts';

const DEFAULT_MAX_BODY = 1_048_576;

/** Told why an operation, or its XML, is left out. Without it, what is not supported is an error. */
export type Skip = (problem: Problem) => void;

/**
 * The model of a bundled OpenAPI 3.1 document (see `loadDescription`), which stays as it is.
 * @throws UnsupportedError with every construct that no correct code can be generated for
 * @throws DescriptionError when the description contradicts itself; `note` is told what has another name in code
 */
export function buildModel(bundled: OpenApiDocument, skip?: Skip, note: Note = () => {}): ApiModel {
  const document = structuredClone(bundled);
  nameSchemasApart(document, note);
  copyPathItems(document);
  const places = listOperations(document);
  nameOperations(places, note);
  for (const { operation } of places) hoistBodies(document, operation, operation.node.operationId, note);
  referToMapped(document);
  referToComponents(document, note);
  breakCircles(document);
  splitDirections(document, places);
  const operations = buildOperations(document, places, note, skip);
  const schemas = new Map(Object.entries<JsonSchema>(document.components?.schemas ?? {}));
  const schemes = securitySchemes(
    document,
    operations.flatMap(({ security: own }) => own ?? []),
  );
  return {
    title: String(document.info?.title ?? ''),
    version: String(document.info?.version ?? ''),
    hash: createHash('sha256').update(JSON.stringify(bundled)).digest('hex').slice(0, 12),
    document,
    operations,
    bigints: markBigints(document, operations),
    schemas,
    securitySchemes: schemes,
    security: commonSecurity(document, schemes),
    errors: document['x-errors'] ?? [],
    maxBody: document['x-max-body'] ?? DEFAULT_MAX_BODY,
    headers: document['x-headers'] ?? {},
    json: document['x-json'],
    mediaTypeAliases: document['x-media-type-aliases'],
    maxBodies: document['x-max-bodies'],
  };
}

/**
 * Writes to each operation the name that it has in code; one whose operationId is taken, or differs
 * in letter case only, which some disks do not tell apart, is named by method and path.
 */
function nameOperations(places: Place[], note: Note): void {
  const taken = new Map<string, string>();
  const free = (name: string) => {
    let id = name;
    for (let number = 2; taken.has(id.toLowerCase()); number++) id = `${name}_${number}`;
    return id;
  };
  for (const { operation, method, path } of places) {
    const wanted = operationName(method, path, operation.node.operationId);
    const other = taken.get(wanted.toLowerCase());
    const id = other ? free(operationName(method, path)) : wanted;
    if (other)
      note({ pointer: operation.pointer, message: `is "${id}" in code, where ${other} has the name "${wanted}"` });
    taken.set(id.toLowerCase(), `${method} ${path}`);
    operation.node.operationId = id;
  }
}

function buildOperations(document: OpenApiDocument, places: Place[], note: Note, skip?: Skip): Operation[] {
  const problems: Problem[] = [];
  const leave = ({ pathItem, method }: Place) => delete pathItem.node[method.toLowerCase()];
  const operations = places.flatMap((place) => {
    // Fetch standard, "forbidden method".
    if (place.method === 'TRACE') {
      note({ pointer: place.operation.pointer, message: 'is left out: fetch does not send TRACE' });
      leave(place);
      return [];
    }
    try {
      return [buildOperation(document, place, note)];
    } catch (error) {
      if (!(error instanceof UnsupportedError)) throw error;
      problems.push(...error.problems);
      leave(place);
      return [];
    }
  });
  if (problems.length > 0 && !skip) throw new UnsupportedError(problems);
  for (const problem of problems) skip?.(problem);
  checkGroups(operations, places);
  return operations;
}

/** Operations of a group are told apart by their names in code. */
function checkGroups(operations: Operation[], places: Place[]): void {
  const names = new Set<string>();
  for (const { group, groupTitle, clientName, id } of operations) {
    const { pointer } = places.find(({ operation }) => operation.node.operationId === id)!.operation;
    const message = `two operations of "${groupTitle}" have the name "${clientName}" in code`;
    if (names.has(`${group}.${clientName}`))
      throw new DescriptionError([{ pointer: `${pointer}/x-client-name`, message }]);
    names.add(`${group}.${clientName}`);
  }
}
