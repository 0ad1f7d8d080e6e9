import { casesOf } from '../preconditions/check.ts';
import type { Case } from '../preconditions/preconditions.ts';
import { unknownValue } from '../values/unknown.ts';
import type { Baseline } from './baseline.ts';
import { documentedStatuses, type TestCase } from './test-case.ts';

/** Requests that are refused for what they mean: declared ones, what exists nowhere, what is sealed or in use. */
export function semanticCases(baseline: Baseline): TestCase[] {
  return [...declared(baseline), ...byParameter(baseline), ...unknown(baseline), ...sealed(baseline)];
}

function declared(baseline: Baseline): TestCase[] {
  return casesOf(baseline.needs).map(([status, way]) => declaredCase(baseline, status, way));
}

/** Returns the cases that follow from parameters alone, for every operation that has them. */
function byParameter(baseline: Baseline): TestCase[] {
  const { operation, parameters } = baseline;
  return parameters.flatMap(({ parameter, binding }) =>
    casesOf(binding)
      .filter(([status]) => documentedStatuses(operation, Number(status)).length > 0)
      .map(([status, way]) =>
        declaredCase(baseline, status, { ...way, about: `${parameter.name}: ${way.about ?? status}` }),
      ),
  );
}

function declaredCase({ operation, declared, given, input }: Baseline, status: string, way: Case): TestCase {
  return {
    operation,
    declared,
    guessed: way.guessed,
    about: way.about ?? `declared for ${status}`,
    wants: [Number(status)],
    kind: Number(status) < 300 ? 'valid' : 'semantic',
    given: [...given, ...(way.given ?? [])],
    input: { ...input, ...way.with },
    together: way.together,
    at: way.at,
  };
}

function unknown({ operation, needs, declared, given, input, parameters }: Baseline): TestCase[] {
  const wants = documentedStatuses(operation, 404);
  if (wants.length === 0 || (needs.statuses?.[404] && !needs.guessed)) return [];
  return parameters.flatMap(({ parameter, binding, given: before }): TestCase[] => {
    if (parameter.name in (needs.with ?? {})) return [];
    const isBound = Object.keys(binding).length > 0;
    const value = binding.unknown ?? (parameter.in === 'path' && !isBound ? unknownValue(parameter.schema) : undefined);
    if (value === undefined) return [];
    const about = `${parameter.name}: does not exist`;
    return [
      {
        operation,
        about,
        wants,
        kind: 'semantic',
        declared,
        given: [...given, ...before],
        input: { ...input, [parameter.name]: value },
      },
    ];
  });
}

function sealed({ operation, needs, declared, given, input, parameters }: Baseline): TestCase[] {
  const found = parameters.find(({ parameter }) => parameter.name === operation.sealed);
  const wants = documentedStatuses(operation, 409);
  if (!found?.binding.sealed || wants.length === 0 || needs.statuses?.[409]) return [];
  const about = `${operation.sealed}: is sealed`;
  return [{ operation, about, wants, kind: 'semantic', declared, given: [...given, ...found.binding.sealed], input }];
}
