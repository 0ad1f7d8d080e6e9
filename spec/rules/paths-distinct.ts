import type { Oas3Rule } from '@redocly/openapi-core';
import { addressOf, follow, here, parametersOf } from './reading.ts';

/**
 * No request fits two paths. Unlike Redocly's `no-ambiguous-paths`, this knows the types of path parameters:
 * `/mailings/name/{mailingName}` and `/mailings/{mailingid}/name` are distinct, as `name` is no integer.
 */
export const pathsDistinct: Oas3Rule = () => {
  const integers = new Map<string, Set<string>>();
  return {
    Operation(operation, context) {
      const { file } = here(context, operation);
      const { path } = addressOf(context);
      const whole = parametersOf(context, operation).filter(
        (parameter) => parameter.in === 'path' && follow(context, parameter.schema, file).node?.type === 'integer',
      );
      integers.set(path, new Set(whole.map((parameter) => `{${parameter.name}}`)));
    },
    Paths: {
      leave(_paths, { report, location }) {
        const paths = [...integers.keys()];
        for (const [index, path] of paths.entries()) {
          const twin = paths.slice(0, index).find((other) => overlap(path, other));
          if (twin)
            report({ message: `\`${path}\` and \`${twin}\` fit the same requests.`, location: location.child([path]) });
        }
      },
    },
  };

  function overlap(left: string, right: string): boolean {
    const segments = left.split('/');
    const others = right.split('/');
    if (segments.length !== others.length) return false;
    const pairs = segments.map((segment, index) => [segment, others[index] ?? ''] as const);
    // A static path wins over one with parameters, so that a pair is a fault only when neither is the clear winner.
    const contest = pairs.every(([one, two]) => fits(left, one, two) || fits(right, two, one));
    const wins = pairs.some(([one, two]) => isParameter(two) && !isParameter(one));
    const loses = pairs.some(([one, two]) => isParameter(one) && !isParameter(two));
    return contest && wins === loses;
  }

  /** Reports whether the segment `one` of `path` takes what the segment `two` of another path stands for. */
  function fits(path: string, one: string, two: string): boolean {
    if (!isParameter(one)) return one === two;
    return isParameter(two) || !integers.get(path)?.has(one) || /^\d+$/.test(two);
  }
};

const isParameter = (segment: string) => segment.startsWith('{');
