import type { Operation } from '@mailwright/codegen/description';
import { inferPreconditions, withInferred } from '../chains/infer.ts';
import { linksOf } from '../chains/links.ts';
import { findResources } from '../chains/resources.ts';
import { readSchemas } from '../contract/schemas.ts';
import { casesOf } from '../preconditions/check.ts';
import { bindingFor, type Preconditions } from '../preconditions/preconditions.ts';
import type { VerifyOptions } from './options.ts';

/** Returns the operations that a run of others calls to make what they need. */
export async function preparingOperations(
  operations: readonly Operation[],
  { contract, preconditions: declared, corpus }: Pick<VerifyOptions, 'contract' | 'preconditions' | 'corpus'>,
): Promise<Operation[]> {
  const { model } = contract;
  const schemas = readSchemas(contract);
  const resources = findResources(model.operations, schemas, linksOf(model));
  const known = withInferred(declared, inferPreconditions(contract, resources, schemas, declared, corpus));
  const names = new Set(operations.flatMap((each) => situationsOf(each, known)));
  for (const name of names) for (const each of known.situations.get(name)?.given ?? []) names.add(each);
  const steps = new Set(
    [...names].flatMap((name) => known.situations.get(name)?.steps ?? []).map((step) => step.operation),
  );
  return model.operations.filter(({ id }) => steps.has(id));
}

/** Names of the situations that some test case of an operation is given. */
function situationsOf(operation: Operation, { operations, parameters }: Preconditions): string[] {
  const needs = operations.get(operation.id) ?? {};
  const bindings = operation.parameters.flatMap((each) => bindingFor(parameters, operation, each) ?? []);
  return [needs, ...(needs.bodies ?? []), ...bindings, ...[needs, ...bindings].flatMap(casesOf).map(([, way]) => way)]
    .flatMap(({ given = [] }) => given)
    .concat(bindings.flatMap(({ sealed = [] }) => sealed));
}
