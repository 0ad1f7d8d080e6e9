/** A count that a process keeps of the usage of a quota. */
export interface KnownUse {
  counted: number;
  /** Number that this process has added since. */
  added: number;
  /** By the monotonic clock, in milliseconds. */
  countedAt: number;
}

/** So many are counted each time. */
const fewRows = 10_000;

/**
 * Reports whether it must be counted anew to know if more may be kept. Counting takes time in proportion to what is there, so
 * that a large quota is counted when a tenth of the room, or a thousandth of the quota, was used up; by that much it may be
 * overstepped when several processes add at once. Nobody is refused without a count: one that is fresh, or not older than a
 * second for each 100,000 of the quota.
 */
export function mustCount(known: KnownUse | undefined, adding: number, quota: number, now: number): boolean {
  if (known === undefined || quota <= fewRows) return true;
  const { counted, added, countedAt } = known;
  if (counted + added + adding > quota) return now - countedAt >= quota / 100;
  return added + adding > Math.max((quota - counted) / 10, quota / 1000);
}
