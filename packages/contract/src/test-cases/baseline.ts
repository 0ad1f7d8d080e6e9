import type { Operation, Parameter } from '@mailwright/codegen/description';
import type { Contract } from '../contract/contract.ts';
import { bindingKey } from '../preconditions/check.ts';
import type { Binding, Input, Needs, Preconditions } from '../preconditions/preconditions.ts';
import type { Corpus } from '../values/corpus.ts';
import { type GoodBody, goodBodies, goodParameter } from '../values/good.ts';

/** What every test case of an operation starts from: the smallest good request, and more good values. */
export interface Baseline {
  operation: Operation;
  needs: Needs;
  given: string[];
  input: Input;
  /** The same with values that only look right, for when the situations cannot be brought about. */
  pretended: Input;
  /** A good value of each parameter, with the situations that it takes. */
  parameters: { parameter: Parameter; binding: Binding; example: unknown; value: unknown; given: string[] }[];
  bodies: GoodBody[];
}

export interface Sources {
  contract: Contract;
  preconditions: Preconditions;
  corpus: Corpus;
}

export async function baselineOf(
  operation: Operation,
  { contract, preconditions, corpus }: Sources,
): Promise<Baseline> {
  const needs = preconditions.operations.get(operation.id) ?? {};
  const declared = needs.with ?? {};
  const parameters = await Promise.all(
    operation.parameters.map(async (parameter) => {
      const binding = preconditions.parameters.get(bindingKey(parameter)) ?? {};
      const example = await goodParameter(contract, operation, parameter);
      return { parameter, binding, example, value: binding.value ?? example, given: binding.given ?? [] };
    }),
  );
  const required = parameters.filter(({ parameter }) => parameter.required && !(parameter.name in declared));
  const bodies =
    'body' in declared ? [declaredBody(operation, declared)] : await goodBodies(contract, operation, corpus);
  const [body] = bodies;
  const bodyInput = operation.bodyRequired && body ? { body: body.value, contentType: body.contentType } : {};
  const [example] = await goodBodies(contract, operation, corpus);
  return {
    operation,
    needs,
    given: [...required.flatMap(({ given }) => given), ...(needs.given ?? [])],
    input: {
      ...Object.fromEntries(required.map(({ parameter, value }) => [parameter.name, value])),
      ...bodyInput,
      ...declared,
    },
    pretended: {
      ...Object.fromEntries(
        parameters
          .filter(({ parameter }) => parameter.required)
          .map(({ parameter, example }) => [parameter.name, example]),
      ),
      ...(bodyInput.body === undefined ? {} : { body: example!.value, contentType: example!.contentType }),
    },
    parameters,
    bodies,
  };
}

function declaredBody({ bodies }: Operation, { body, contentType }: Input): GoodBody {
  return { about: 'declared', contentType: String(contentType ?? bodies[0]!.mediaType), value: body };
}
