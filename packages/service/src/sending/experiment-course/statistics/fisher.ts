/** How many of so many contacts did something. */
export interface Count {
  contacts: number;
  successes: number;
}

/**
 * Fisher's exact test, both sides, as twice the smaller one (R. A. Fisher, Statistical Methods for Research Workers, 1934,
 * section 21.02; the doubling is that of A. Agresti, Categorical Data Analysis, 3rd edition, section 3.5.3): how likely a
 * difference at least as large is if both groups are equal, given how many did it in all. It never finds a difference that is none
 * more often than its level says, however few there are, which a test with the normal distribution does.
 * @returns 0 to 1; 1 if a group is empty
 */
export function fisherTest(one: Count, other: Count): number {
  const [high, low] = one.successes * other.contacts >= other.successes * one.contacts ? [one, other] : [other, one];
  return Math.min(1, 2 * upperTail(high, low));
}

/** The probability that `high` has as many of all successes or more: the upper tail of the hypergeometric distribution. */
function upperTail(high: Count, low: Count): number {
  const successes = high.successes + low.successes;
  const failures = high.contacts - high.successes + (low.contacts - low.successes);
  const most = Math.min(successes, high.contacts);
  const logFirst =
    logChoose(successes, high.successes) +
    logChoose(failures, high.contacts - high.successes) -
    logChoose(successes + failures, high.contacts);
  let term = 1;
  let sum = 1;
  // Beyond the mean, each term is smaller than the one before.
  for (let count = high.successes; count < most; count++) {
    term *= (successes - count) * (high.contacts - count);
    term /= (count + 1) * (failures - high.contacts + count + 1);
    sum += term;
    if (term < sum * Number.EPSILON) break;
  }
  return Math.min(1, Math.exp(logFirst) * sum);
}

const logChoose = (all: number, some: number): number =>
  logFactorial(all) - logFactorial(some) - logFactorial(all - some);

/** Below it, Stirling's series is not exact. */
const exactBelow = 32;

/** The natural logarithm of a factorial, by Stirling's series for large ones. */
function logFactorial(number: number): number {
  if (number < exactBelow) {
    let product = 1;
    for (let factor = 2; factor <= number; factor++) product *= factor;
    return Math.log(product);
  }
  const inverse = 1 / number;
  const square = inverse * inverse;
  const series = inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square / 1680)));
  return (number + 0.5) * Math.log(number) - number + 0.5 * Math.log(2 * Math.PI) + series;
}
