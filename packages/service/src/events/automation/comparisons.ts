/** Contacts are compared with the segments of programs at most this often. */
const leastMillis = 5 * 60_000;

/** The longest pause, however long comparing has taken: the service may have been off meanwhile. */
const longestPauseMillis = 3_600_000;

/** Pauses are so many times as long as comparing takes, so that others have most of the time. */
const pauseFactor = 9;

/** Returns when contacts are compared again. */
export function nextComparison(began: Date, ended: Date): Date {
  const [start, end] = [began.getTime(), ended.getTime()];
  const pause = Math.min(pauseFactor * (end - start), longestPauseMillis);
  return new Date(Math.max(start + leastMillis, end + pause));
}
