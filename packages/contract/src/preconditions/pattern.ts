import RandExp from 'randexp';

/** Repetitions without an upper bound are made so many times. */
const MOST_REPETITIONS = 5;

/**
 * A text of a pattern for a number: each choice of the pattern takes the next digit of the number, so that following
 * numbers give different texts as long as the pattern has that many. Undefined if the pattern cannot be read.
 */
export function textOfPattern(pattern: string, number: number): string | undefined {
  try {
    const generator = new RandExp(pattern);
    generator.max = MOST_REPETITIONS;
    let rest = Math.trunc(number);
    generator.randInt = (from, to) => {
      const count = to - from + 1;
      const digit = rest % count;
      rest = Math.floor(rest / count);
      return from + digit;
    };
    return generator.gen();
  } catch {
    return undefined;
  }
}
