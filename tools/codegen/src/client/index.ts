import type { ApiModel, Content, Operation } from '../model/model.ts';
import { isBodiless } from '../model/operations.ts';
import { isIdempotencyKey } from '../model/parameters.ts';
import { errorsFile } from './errors-file.ts';
import { failureLists, failuresFile } from './failures.ts';
import { groupFiles, groupsOf } from './groups.ts';
import { indexFile } from './index-file.ts';
import { namesOf } from './names.ts';
import { operationFile } from './operation-file.ts';
import { operationsFiles, rawFile } from './raw.ts';
import { serviceFile } from './service-file.ts';

/**
 * The client, as TypeScript source by file name: one file for each operation, `client/<group>/<operationId>.ts`, with
 * its input, its constant for the runtime and its function; `client/<group>.ts` binds a group to a connection;
 * `client/index.ts` has all of it and `createClient`. It imports `types/`, `codecs/` and `@mailwright/client-runtime`.
 */
export function emitClient(description: ApiModel): Map<string, string> {
  const model = { ...description, operations: clientOperations(description) };
  const names = namesOf(model);
  const failures = failureLists(model);
  const groups = groupsOf(model, names);
  return new Map([
    ...model.operations.map(
      (operation) =>
        [`client/${names.file(operation)}`, operationFile(model, operation, names, failures)] as [string, string],
    ),
    ...groups.flatMap((group) => [...groupFiles(model, group, names)].map(below)),
    ['client/failures.ts', failuresFile(model, failures)],
    ['client/service.ts', serviceFile(model)],
    ...(model.errors.length > 0 ? [['client/errors.ts', errorsFile(model)] as [string, string]] : []),
    ...[...operationsFiles(model, names)].map(below),
    ['client/raw.ts', rawFile(model)],
    ['client/index.ts', indexFile(model, groups, names)],
  ]);
}

/** Operations as the client has them. */
export const clientOperations = ({ operations }: ApiModel): Operation[] =>
  operations.map(withoutIdempotencyKey).map(withoutUnsendable).map(withoutTwins);

/** `options.idempotencyKey` stands for it. */
function withoutIdempotencyKey(operation: Operation): Operation {
  return { ...operation, parameters: operation.parameters.filter((each) => !isIdempotencyKey(each)) };
}

/** `fetch` sends no body with these methods; a stub reads one. */
function withoutUnsendable(operation: Operation): Operation {
  return isBodiless(operation.method) ? { ...operation, bodies: [], bodyRequired: false } : operation;
}

/** `jsonBodies` of the runtime makes them of the others. */
function withoutTwins(operation: Operation): Operation {
  const own = (contents: Content[]) => contents.filter(({ twinOf }) => twinOf === undefined);
  const responses = operation.responses.map((response) => ({ ...response, contents: own(response.contents) }));
  return { ...operation, bodies: own(operation.bodies), responses };
}

function below([file, text]: [string, string]): [string, string] {
  return [`client/${file}`, text];
}
