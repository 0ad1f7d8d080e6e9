/** A limit of a key: so many uses at once, and so many in a period in the long run. */
export interface UsageLimit {
  key: string;
  uses: number;
  /** Length of the period. */
  hours: number;
}

const hour = 3_600_000;

/** Milliseconds of the period that one use takes. */
export const millisPerUse = ({ uses, hours }: UsageLimit): number => (hours * hour) / uses;

/**
 * Takes one use out of all limits, or out of none of them.
 * @param usedUntil by key: the time at which nothing of the limit is used any more; absent if nothing is
 * @returns the new times, or how long to wait and for which limit
 */
export function takeFromLimits<Limit extends UsageLimit>(
  limits: readonly Limit[],
  usedUntil: ReadonlyMap<string, number>,
  now: number,
): { granted: Map<string, number> } | { waitMillis: number; limit: Limit } {
  const after = limits.map((limit) => {
    const until = Math.max(now, usedUntil.get(limit.key) ?? now) + millisPerUse(limit);
    return { limit, until, waitMillis: until - limit.hours * hour - now };
  });
  const longest = after.reduce((one, other) => (other.waitMillis > one.waitMillis ? other : one));
  return longest.waitMillis > 0
    ? { waitMillis: longest.waitMillis, limit: longest.limit }
    : { granted: new Map(after.map(({ limit, until }) => [limit.key, until])) };
}
