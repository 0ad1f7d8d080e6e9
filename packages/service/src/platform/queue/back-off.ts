const minute = 60_000;
const longest = 6 * 60 * minute;

/** Milliseconds to wait after the `attempts`-th failure: 10 s, then twice as long each time, at most 6 hours. */
export function backOffMillis(attempts: number): number {
  return Math.min(10_000 * 2 ** (attempts - 1), longest);
}
