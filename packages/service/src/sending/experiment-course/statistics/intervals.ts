import type { Count } from './fisher.ts';

/** An estimate and the ends of its interval of 95 percent. */
export interface Estimate {
  value: number;
  low: number;
  high: number;
}

/** The 97.5th percentile of the normal distribution. */
const z = 1.959963984540054;

/**
 * The share of contacts who did something, with Wilson's score interval (E. B. Wilson, JASA 22, 1927, 209–212); 0 to 1 if there
 * are no contacts.
 */
export function rateOf({ contacts, successes }: Count): Estimate {
  if (contacts === 0) return { value: 0, low: 0, high: 1 };
  const value = successes / contacts;
  const center = (value + z ** 2 / (2 * contacts)) / (1 + z ** 2 / contacts);
  const half =
    (z / (1 + z ** 2 / contacts)) * Math.sqrt((value * (1 - value)) / contacts + z ** 2 / (4 * contacts ** 2));
  return {
    value,
    low: successes === 0 ? 0 : Math.max(0, center - half),
    high: successes === contacts ? 1 : Math.min(1, center + half),
  };
}

/**
 * The difference of two shares, with the interval that is made of both Wilson intervals (R. G. Newcombe, Statistics in Medicine
 * 17, 1998, 873–890, method 10).
 */
export function differenceOf(one: Count, other: Count): Estimate {
  const [first, second] = [rateOf(one), rateOf(other)];
  const value = first.value - second.value;
  return {
    value,
    low: value - Math.hypot(first.value - first.low, second.high - second.value),
    high: value + Math.hypot(first.high - first.value, second.value - second.low),
  };
}
