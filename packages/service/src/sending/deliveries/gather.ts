/**
 * Maximum time that a finished attempt waits to be settled with others, in milliseconds: a statement costs nearly the same
 * for one as for many.
 */
const mostMillis = 5;
/** With relays that are quicker, in milliseconds a mail, the processor is the bottleneck. */
const quickMillis = 10;
/** At other relays, leaving a connection idle for more than this share of a mail's time costs more than a statement. */
const share = 0.05;

/**
 * Returns how long a finished attempt waits for others to be settled with, while its connection is not used.
 * @param mailMillis that the relay takes for a mail at least, if it is known
 */
export function gatherMillis(mailMillis: number | undefined): number {
  return mailMillis === undefined || mailMillis < quickMillis ? mostMillis : Math.min(mostMillis, mailMillis * share);
}
