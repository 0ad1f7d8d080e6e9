/** Minutes after which a deferred mail is retried; the last one repeats. */
const minutes = [1, 5, 15, 60];
const hour = 3_600_000;
/** Time from the first attempt, in milliseconds, after which a deferred mail counts as bounced. */
const deadline = 48 * hour;

/**
 * Returns when a deferred mail is retried; `undefined` if its deadline has passed.
 * @param deferrals how often it was deferred before
 */
export function retryAt(deferrals: number, firstTriedAt: Date, now: Date): Date | undefined {
  const next = now.getTime() + (minutes[deferrals] ?? minutes.at(-1)!) * 60_000;
  return next <= firstTriedAt.getTime() + deadline ? new Date(next) : undefined;
}
