import type { PlanSet } from './model.ts';

/** Reports whether a value of the plan can hold another value of the same plan, at any depth. */
export function isRecursive(name: string, plans: PlanSet): boolean {
  const seen = new Set<string>();
  const queue = [...plans.get(name)!.refs];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (next === name) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    queue.push(...plans.get(next)!.refs);
  }
  return false;
}
