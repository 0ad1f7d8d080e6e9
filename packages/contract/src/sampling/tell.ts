import type { Drift } from './options.ts';

/** Kinds of findings that are told; more say nothing new. */
const MOST_KINDS = 1_000;

/** Returns a function that logs each kind of finding once: a service that drifts does so with every request. */
export function tellOnce(log: (line: string) => void): (drift: Drift) => void {
  const told = new Set<string>();
  return ({ operation, about, status, findings }) => {
    for (const { rule, message } of findings) {
      const kind = `Contract: ${operation ?? 'unknown path'}: ${message} (${rule})`;
      if (told.has(kind) || told.size >= MOST_KINDS) continue;
      told.add(kind);
      log(`${kind}, first at ${about} with status ${status}`);
    }
  };
}
