import { nearest } from '@mailwright/server/runtime';
import type { Variable } from '../../templates/index.ts';

/** Members that Liquid has of every text and list. */
const ofLiquid = ['size', 'first', 'last'];

/**
 * Returns what a text shows of the data of its mail although the data does not have it: a mail with a gap, which nobody sees
 * before it is sent. What is conditional or has a default may be absent.
 */
export function findDataFaults(variables: readonly Variable[], data: Readonly<Record<string, unknown>>): string[] {
  const faults = variables
    .filter(({ shown, conditional, fallback }) => shown && !conditional && fallback === undefined)
    .flatMap(({ path }) => (path[0] === 'event' ? (faultOf(path.slice(1), data) ?? []) : []));
  return [...new Set(faults)];
}

function faultOf(path: readonly string[], data: unknown): string | undefined {
  let value = data;
  for (const [depth, name] of path.entries()) {
    if (value === null || typeof value !== 'object') {
      // The members of a text are Liquid's own; of nothing there is nothing to say.
      return undefined;
    }
    if (!Object.hasOwn(value, name)) {
      if (Array.isArray(value) || ofLiquid.includes(name)) return undefined;
      const near = nearest(name, Object.keys(value));
      const meant = near === undefined ? '' : `; did you mean ${near}?`;
      return `data has no ${path.slice(0, depth + 1).join('.')}${meant === '' ? '.' : meant}`;
    }
    value = (value as Record<string, unknown>)[name];
  }
  return undefined;
}
