import { type Problem, UnsupportedError } from '../errors.ts';
import type { Skip } from './build.ts';
import type { ApiModel } from './model.ts';
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

/** Where each operation stands, by its id: `#/paths/~1mailings/get`. */
export function operationPointers({ document }: ApiModel): Map<string, string> {
  return new Map(listOperations(document).map(({ operation: { node, pointer } }) => [node.operationId, pointer]));
}
