const firstMillis = 1000;
const longestMillis = 300_000;

/** Pause before the next connection, after so many failures in a row. */
export const backOffMillis = (failures: number): number =>
  Math.min(firstMillis * 2 ** Math.max(0, failures - 1), longestMillis);
