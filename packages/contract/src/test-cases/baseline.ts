import type { Operation, Parameter } from '@mailwright/codegen/description';
import type { Contract } from '../contract/contract.ts';
import type { Corpus } from '../contract/corpus.ts';
import {
  type Binding,
  bindingFor,
  type Input,
  isDeclared,
  type Needs,
  type Preconditions,
} from '../preconditions/preconditions.ts';
import { type GoodBody, goodBodies, goodParameter } from '../values/good.ts';
import { unknownValue } from '../values/unknown.ts';

/** Valid input from which the test cases of an operation are derived: the smallest valid request, and further valid values. */
export interface Baseline {
  operation: Operation;
  needs: Needs;
  /** The input was declared by people, not invented. */
  declared: boolean;
  given: string[];
  input: Input;
  /** Request with values that only look right, for situations that cannot be set up. */
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
      const binding = bindingFor(preconditions.parameters, operation, parameter) ?? {};
      const example = await goodParameter(contract, operation, parameter);
      return { parameter, binding, example, value: binding.value ?? example, given: binding.given ?? [] };
    }),
  );
  const declaredByPeople = needs.guessed !== true && isDeclared(preconditions, operation);
  const required = parameters.filter(({ parameter }) => parameter.required && !(parameter.name in declared));
  const bodies =
    'body' in declared ? declaredBodies(operation, declared, needs) : await goodBodies(contract, operation, corpus);
  const [body] = bodies;
  const bodyInput = operation.bodyRequired && body ? { body: body.value, contentType: body.contentType } : {};
  const [example] = await goodBodies(contract, operation, corpus);
  return {
    operation,
    needs,
    declared: declaredByPeople,
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
          .map(({ parameter, example }) => [parameter.name, pretendedValue(operation, parameter, example)]),
      ),
      ...(bodyInput.body === undefined ? {} : { body: example!.value, contentType: example!.contentType }),
    },
    parameters,
    bodies,
  };
}

/** An example may be the id of something that is there: a change goes to one that nothing has. */
function pretendedValue({ method }: Operation, { in: place, schema }: Parameter, example: unknown): unknown {
  return place === 'path' && method !== 'GET' && method !== 'HEAD' ? (unknownValue(schema) ?? example) : example;
}

function declaredBodies(
  { bodies }: Operation,
  { body, contentType }: Input,
  { bodies: further = [] }: Needs,
): GoodBody[] {
  const type = String(contentType ?? bodies[0]!.mediaType);
  return [{ about: 'declared', value: body }, ...further].map((each) => ({ ...each, contentType: type }));
}
