/**
 * A clock that shows `present` now and goes on by itself. From a time of the database it makes a clock that all processes
 * share, whatever the clocks of their machines show, and whoever sets them meanwhile.
 */
export function clockFrom(present: Date): () => Date {
  const since = uptimeMillis();
  return () => new Date(present.getTime() + uptimeMillis() - since);
}

/** Not `performance.now()`: a test that moves it to end a pause would move these clocks away from the database's. */
const uptimeMillis = () => Number(process.hrtime.bigint() / 1_000_000n);
