const minute = 60_000;

/** Ways in which a name is proven: RFC 8555, section 8.3, and RFC 8737. */
export type ChallengeType = 'http-01' | 'tls-alpn-01';

/** A certificate is renewed when two thirds of its life are over. */
export function renewalTime({ from, to }: { from: Date; to: Date }): Date {
  return new Date(from.getTime() + ((to.getTime() - from.getTime()) * 2) / 3);
}

/** Pauses after failures. Authorities permit about five failed proofs of a name in an hour. */
const pauseMinutes = [1, 5, 15, 60, 180, 720];

/**
 * Returns when to try again.
 * @param failures failures in a row, from 1 on
 * @param retryAfter before which the authority wants no request
 */
export function nextAttempt(failures: number, now: Date, retryAfter?: Date): Date {
  const minutes = pauseMinutes[Math.min(failures, pauseMinutes.length) - 1]!;
  return new Date(Math.max(now.getTime() + minutes * minute, retryAfter?.getTime() ?? 0));
}

/** An operator who has repaired something waits for the next attempt no longer than this. */
export const mayHurry = (lastAttempt: Date | null, now: Date): boolean =>
  lastAttempt === null || now.getTime() - lastAttempt.getTime() >= minute;

/**
 * Chooses how to prove a name, of what the authority offers. Only one of the two ports may be open, so each failure is
 * followed by the other way.
 * @returns undefined if neither is offered
 */
export function chooseChallenge(offered: readonly string[], failures: number): ChallengeType | undefined {
  const known: ChallengeType[] = ['http-01', 'tls-alpn-01'];
  const possible = known.filter((type) => offered.includes(type));
  return possible[failures % Math.max(possible.length, 1)];
}
