/** A limit of a key: so many at once, and so many an hour in the long run. */
export interface HourlyLimit {
  key: string;
  perHour: number;
}

const hour = 3_600_000;

/**
 * Takes one use out of all limits, or out of none of them.
 * @param usedUntil by key: the time at which nothing of the limit is used any more; absent if nothing is
 * @returns the new times, or how long to wait
 */
export function takeFromLimits(
  limits: readonly HourlyLimit[],
  usedUntil: ReadonlyMap<string, number>,
  now: number,
): { granted: Map<string, number> } | { waitMillis: number } {
  const after = limits.map(({ key, perHour }) => {
    return [key, Math.max(now, usedUntil.get(key) ?? now) + hour / perHour] as const;
  });
  const waitMillis = Math.max(...after.map(([, time]) => time - hour - now));
  return waitMillis > 0 ? { waitMillis } : { granted: new Map(after) };
}
