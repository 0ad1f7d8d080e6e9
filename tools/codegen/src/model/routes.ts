import { type Note, type Problem, UnsupportedError } from '../common/errors.ts';
import type { Skip } from './build.ts';
import { conditionsOf, excludedBy } from './conditions.ts';
import { leaveOut, operationPointers } from './leave-out.ts';
import type { ApiModel, Condition, Operation } from './model.ts';

/** Method and path as they are written, and as a key in which the names of path parameters make no difference. */
function routesOf({ method, path, aliases }: Operation): { written: string; route: string }[] {
  return [{ method, path }, ...aliases].map((form) => ({
    written: `${form.method} ${form.path}`,
    route: `${form.method} ${form.path.replace(/\{[^}]*\}/g, '{}').replace(/(.)\/$/, '$1')}`,
  }));
}

/**
 * The model without operations that share method and path with an earlier one: a server could not tell them apart.
 * (Some descriptions do so by a fragment of the path, which is never sent. A client can call these.)
 * @throws UnsupportedError with all of these, when there is no `skip` to tell them to
 */
export function withDistinctRoutes(model: ApiModel, skip?: Skip): ApiModel {
  const pointers = operationPointers(model);
  const taken = new Map<string, string>();
  const problems = new Map<string, Problem[]>();
  for (const operation of model.operations)
    for (const { route, written } of routesOf(operation)) {
      const { id } = operation;
      const other = taken.get(route);
      const message = `${written} is ${other} too; method and path do not tell them apart`;
      if (other) problems.set(id, [...(problems.get(id) ?? []), { pointer: pointers.get(id)!, message }]);
      else taken.set(route, id);
    }
  return leaveOut(model, problems, skip);
}

/**
 * The model with conditions on operations that share method and path. Those that a server could not tell apart even by their
 * required query and header parameters are for clients only (`unserved`), and `tell` is told so.
 * @throws UnsupportedError with all of these, when there is no `tell`
 */
export function withServableRoutes(model: ApiModel, tell?: Note): ApiModel {
  const pointers = operationPointers(model);
  const sharing = Map.groupBy(
    model.operations.flatMap((operation) => routesOf(operation).map(({ route }) => ({ route, operation }))),
    ({ route }) => route,
  );
  const conditions = new Map<Operation, Condition[]>();
  const excludes = new Map<Operation, NonNullable<Operation['excludes']>>();
  const problems = new Map<string, Problem>();
  const refuse = ({ id }: Operation, message: string) =>
    problems.has(id) || problems.set(id, { pointer: pointers.get(id)!, message });
  for (const entries of sharing.values()) {
    const operations = [...new Set(entries.map(({ operation }) => operation))];
    if (/\}\{/.test(operations[0]!.path)) refuse(operations[0]!, SIDE_BY_SIDE);
    if (operations.length === 1) continue;
    const found = conditionsOf(operations);
    for (const [operation, list] of found.conditions) {
      conditions.set(operation, [...(conditions.get(operation) ?? []), ...list]);
      excludes.set(operation, [...(excludes.get(operation) ?? []), ...excludedBy(operation, found.conditions)]);
    }
    for (const [operation, other] of found.same)
      refuse(
        operation,
        `is for clients only: ${operation.method} ${operation.path} is ${other.id} too, which the stub serves; give each a required query or header parameter with one value of its own`,
      );
  }
  if (problems.size > 0 && !tell) throw new UnsupportedError([...problems.values()]);
  for (const problem of problems.values()) tell?.(problem);
  const operations = model.operations.map((each) => ({
    ...each,
    ...(conditions.has(each) && { conditions: conditions.get(each)!, excludes: excludes.get(each)! }),
    ...(problems.has(each.id) && { unserved: true as const }),
  }));
  return { ...model, operations };
}

/** The operations that a server can serve. */
export const servedOperations = ({ operations }: ApiModel): Operation[] =>
  operations.filter(({ unserved }) => !unserved);

const SIDE_BY_SIDE =
  'is for clients only: two path parameters stand side by side, and a server cannot tell where the first one ends; put a separator between them';
