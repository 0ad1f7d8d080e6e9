/**
 * Mails a day with which a new address earns the trust of receivers, unless an operator has a plan of their own. It begins with what a
 * person could send, and ends after fifteen days at a million.
 */
export const defaultWarmUp: readonly number[] = [
  200, 500, 1000, 2000, 5000, 10_000, 20_000, 40_000, 70_000, 100_000, 150_000, 250_000, 400_000, 600_000, 1_000_000,
];

/** State of a relay's warm-up. */
export interface WarmUp {
  plan: readonly number[];
  /** Day of the plan, from 1; greater than its length when the warm-up has ended. */
  day: number;
  /** Share of deferred mails on the previous day, if it stopped the plan from advancing. */
  slowedShare: number | null;
}

/** Share of deferred mails that repeats a day of the plan, and share that goes back by one day. */
const tooMany = 0.05;
const farTooMany = 0.2;

/** Returns the mails of the current day, or `null` if the plan has ended. */
export const warmUpLimit = ({ plan, day }: WarmUp): number | null => plan[day - 1] ?? null;

/**
 * Returns the warm-up on the next day with mails. It goes on only after a day on which at least half of the mails of the plan were
 * sent, because receivers trust what they have seen; and more slowly if they deferred too many.
 * @param sent mails handed over, the deferred ones included
 */
export function nextWarmUp(warmUp: WarmUp, sent: number, deferred: number): WarmUp {
  const limit = warmUpLimit(warmUp);
  if (limit === null || sent === 0) return warmUp;
  const share = deferred / sent;
  if (share > farTooMany) return { ...warmUp, day: Math.max(1, warmUp.day - 1), slowedShare: share };
  if (share > tooMany) return { ...warmUp, slowedShare: share };
  return { ...warmUp, day: sent < limit / 2 ? warmUp.day : warmUp.day + 1, slowedShare: null };
}
