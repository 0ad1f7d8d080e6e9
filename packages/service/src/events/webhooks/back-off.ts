const minute = 60_000;
const longest = 24 * 60;

/** Calls of a webhook for one event; the last is 24 hours after the first. */
export const maxAttempts = 12;

/** Milliseconds to wait after the `attempts`-th failure: a minute, then twice as long each time, 24 hours in all. */
export function webhookBackOff(attempts: number): number {
  const wait = 2 ** (attempts - 1);
  const passed = wait - 1;
  return Math.min(wait, longest - passed) * minute;
}
