import type { Problem } from '../errors.ts';
import type { Skip } from './build.ts';
import { leaveOut, operationPointers } from './leave-out.ts';
import type { ApiModel } from './model.ts';

/**
 * The model without operations that share method and path with an earlier one: a server could not tell them apart.
 * (Some descriptions do so by a fragment of the path, which is never sent. A client can call these.)
 * @throws UnsupportedError with all of these, when there is no `skip` to tell them to
 */
export function withDistinctRoutes(model: ApiModel, skip?: Skip): ApiModel {
  const pointers = operationPointers(model);
  const taken = new Map<string, string>();
  const problems = new Map<string, Problem[]>();
  for (const { id, method, path, aliases } of model.operations)
    for (const form of [{ method, path }, ...aliases]) {
      const route = `${form.method} ${form.path.replace(/\{[^}]*\}/g, '{}').replace(/(.)\/$/, '$1')}`;
      const other = taken.get(route);
      const message = `${form.method} ${form.path} is ${other} too; a server cannot tell them apart`;
      if (other) problems.set(id, [...(problems.get(id) ?? []), { pointer: pointers.get(id)!, message }]);
      else taken.set(route, id);
    }
  return leaveOut(model, problems, skip);
}
