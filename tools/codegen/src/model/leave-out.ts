import { type Problem, UnsupportedError } from '../common/errors.ts';
import type { Skip } from './build.ts';
import { deleteContents } from './contents.ts';
import type { ApiModel, Content } from './model.ts';
import { listOperations } from './places.ts';

/**
 * The model without the operations that have problems (by operation id), each problem told to `skip`.
 * @throws UnsupportedError with all problems when there is no `skip`
 */
export function leaveOut(model: ApiModel, problems: Map<string, Problem[]>, skip?: Skip): ApiModel {
  if (problems.size === 0) return model;
  const all = [...problems.values()].flat();
  if (!skip) throw new UnsupportedError(all);
  for (const problem of all) skip(problem);
  const document = structuredClone(model.document);
  for (const { pathItem, method, operation } of listOperations(document))
    if (problems.has(operation.node.operationId)) delete pathItem.node[method.toLowerCase()];
  return { ...model, document, operations: model.operations.filter(({ id }) => !problems.has(id)) };
}

/** The model without some contents of bodies. */
export function leaveOutContents(model: ApiModel, isUnwanted: (content: Content) => boolean): ApiModel {
  const document = structuredClone(model.document);
  for (const { operation } of listOperations(document)) deleteContents(document, operation, isUnwanted);
  const wanted = (contents: Content[]) => contents.filter((content) => !isUnwanted(content));
  const operations = model.operations.map((operation) => ({
    ...operation,
    bodies: wanted(operation.bodies),
    responses: operation.responses.map((response) => ({ ...response, contents: wanted(response.contents) })),
  }));
  return { ...model, document, operations };
}

/** JSON Pointers of operations, by their ids: `#/paths/~1mailings/get`. */
export function operationPointers({ document }: ApiModel): Map<string, string> {
  return new Map(listOperations(document).map(({ operation: { node, pointer } }) => [node.operationId, pointer]));
}
