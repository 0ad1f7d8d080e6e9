/** A mail that a server puts off is tried again after so many minutes, and every hour from then on. */
const minutes = [1, 5, 15, 60];
const hour = 3_600_000;
/** From the first attempt on; after that it counts as bounced. */
const deadline = 48 * hour;

/**
 * When a mail is tried again that was put off; undefined when it is over.
 * @param deferrals how often it was put off before
 */
export function retryAt(deferrals: number, firstTriedAt: Date, now: Date): Date | undefined {
  const next = now.getTime() + (minutes[deferrals] ?? minutes.at(-1)!) * 60_000;
  return next <= firstTriedAt.getTime() + deadline ? new Date(next) : undefined;
}
