import type { Parameter } from '@mailwright/codegen/description';
import { casesOf } from '../preconditions/check.ts';
import type { Case } from '../preconditions/preconditions.ts';
import { fits } from '../values/fits.ts';
import type { Ground } from './ground.ts';
import { documentedStatuses, type Trial } from './trial.ts';

/** Requests that are refused for what they mean: declared ones, what exists nowhere, what is sealed or in use. */
export function meaningTrials(ground: Ground): Trial[] {
  return [...declared(ground), ...byParameter(ground), ...unknown(ground), ...sealed(ground)];
}

function declared(ground: Ground): Trial[] {
  return casesOf(ground.needs).map(([status, way]) => declaredTrial(ground, status, way));
}

/** What a parameter leads to wherever it is taken. */
function byParameter(ground: Ground): Trial[] {
  const { operation, parameters } = ground;
  return parameters.flatMap(({ parameter, binding }) =>
    casesOf(binding)
      .filter(([status]) => documentedStatuses(operation, Number(status)).length > 0)
      .map(([status, way]) =>
        declaredTrial(ground, status, { ...way, about: `${parameter.name}: ${way.about ?? status}` }),
      ),
  );
}

function declaredTrial({ operation, given, input }: Ground, status: string, way: Case): Trial {
  return {
    operation,
    about: way.about ?? `declared for ${status}`,
    wants: [Number(status)],
    kind: Number(status) < 300 ? 'good' : 'meaning',
    given: [...given, ...(way.given ?? [])],
    input: { ...input, ...way.with },
    together: way.together,
  };
}

function unknown({ operation, needs, given, input, parameters }: Ground): Trial[] {
  const wants = documentedStatuses(operation, 404);
  if (wants.length === 0 || needs.statuses?.[404]) return [];
  return parameters.flatMap(({ parameter, binding, given: before }): Trial[] => {
    if (parameter.name in (needs.with ?? {})) return [];
    const isBound = Object.keys(binding).length > 0;
    const value = binding.unknown ?? (parameter.in === 'path' && !isBound ? nowhere(parameter) : undefined);
    if (value === undefined) return [];
    const about = `${parameter.name}: exists nowhere`;
    return [
      {
        operation,
        about,
        wants,
        kind: 'meaning',
        given: [...given, ...before],
        input: { ...input, [parameter.name]: value },
      },
    ];
  });
}

function sealed({ operation, needs, given, input, parameters }: Ground): Trial[] {
  const found = parameters.find(({ parameter }) => parameter.name === operation.sealed);
  const wants = documentedStatuses(operation, 409);
  if (!found?.binding.sealed || wants.length === 0 || needs.statuses?.[409]) return [];
  const about = `${operation.sealed}: is sealed`;
  return [{ operation, about, wants, kind: 'meaning', given: [...given, ...found.binding.sealed], input }];
}

function nowhere({ schema, scalar }: Parameter): unknown {
  if (schema.enum || scalar === 'boolean') return undefined;
  const value =
    scalar === 'string'
      ? 'no-such-thing'.slice(0, schema.maxLength ?? 99).padEnd(schema.minLength ?? 0, '-')
      : Math.min(404404404, schema.maximum ?? Number.POSITIVE_INFINITY);
  return fits(schema, value) ? value : undefined;
}
