import type { ApiModel, Operation } from '../model/model.ts';
import { isIdempotencyKey } from '../model/parameters.ts';
import { failureLists, failuresFile } from './failures.ts';
import { groupFile, groupsOf } from './groups.ts';
import { indexFile } from './index-file.ts';
import { namesOf } from './names.ts';
import { operationFile } from './operation-file.ts';
import { operationsFile, rawFile } from './raw.ts';

/**
 * The client, as TypeScript source by file name: one file for each operation, `client/<group>/<operationId>.ts`, with
 * its input, its constant for the runtime and its function; `client/<group>.ts` binds a group to a connection;
 * `client/index.ts` has all of it and `createClient`. It imports `types/`, `codecs/` and `@mailwright/client/runtime`.
 */
export function emitClient(description: ApiModel): Map<string, string> {
  const model = { ...description, operations: description.operations.map(withoutIdempotencyKey) };
  const names = namesOf(model);
  const failures = failureLists(model);
  const groups = groupsOf(model);
  return new Map([
    ...model.operations.map(
      (operation) =>
        [`client/${names.file(operation)}`, operationFile(model, operation, names, failures)] as [string, string],
    ),
    ...groups.map((group) => [`client/${group.file}`, groupFile(model, group, names)] as [string, string]),
    ['client/failures.ts', failuresFile(model, failures)],
    ['client/operations.ts', operationsFile(model, names)],
    ['client/raw.ts', rawFile(model)],
    ['client/index.ts', indexFile(model, groups, names)],
  ]);
}

/** `options.idempotencyKey` stands for it. */
function withoutIdempotencyKey(operation: Operation): Operation {
  return { ...operation, parameters: operation.parameters.filter((each) => !isIdempotencyKey(each)) };
}
