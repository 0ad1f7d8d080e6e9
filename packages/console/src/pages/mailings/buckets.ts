const hour = 3_600_000;
const steps = [1, 2, 3, 6, 12, 24, 48, 7 * 24].map((hours) => hours * hour);

/** Chooses the time that each bar stands for, so that `bars` of them show `millis`; at most a week. */
export const bucketMillis = (millis: number, bars: number): number =>
  steps.find((step) => step * (bars - 1) >= millis) ?? steps.at(-1)!;
