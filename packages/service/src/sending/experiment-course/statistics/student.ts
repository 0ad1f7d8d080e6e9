/**
 * How likely a value of Student's t is that is at least as far from 0, on both sides: I(ν/(ν+t²); ν/2, 1/2), the regularized
 * incomplete beta function (Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.1 and 26.5.27).
 * @param freedom degrees of freedom, above 0; need not be whole
 */
export function studentTails(t: number, freedom: number): number {
  if (t === 0) return 1;
  const square = t * t;
  return incompleteBeta(freedom / (freedom + square), square / (freedom + square), freedom / 2, 0.5);
}

/** The value of Student's t beyond which, on both sides, only `tails` of the distribution lie. */
export function studentBound(tails: number, freedom: number): number {
  let low = 0;
  let high = 1;
  while (studentTails(high, freedom) > tails) high *= 2;
  // Halved until no number lies between the ends.
  for (let middle = (low + high) / 2; middle > low && middle < high; middle = (low + high) / 2) {
    if (studentTails(middle, freedom) > tails) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * The regularized incomplete beta function I(x; a, b), by its continued fraction (NIST Digital Library of Mathematical Functions,
 * 8.17.22), which converges fast below (a+1)/(a+b+2); above, by the symmetry 8.17.4.
 * @param rest 1 - x, which would be inexact as a difference if x is near 1
 */
function incompleteBeta(x: number, rest: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (rest <= 0) return 1;
  const factor = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(rest));
  return x < (a + 1) / (a + b + 2) ? (factor * betaFraction(x, a, b)) / a : 1 - (factor * betaFraction(rest, b, a)) / b;
}

/** No divisor is smaller, so that none is 0. */
const tiny = 1e-300;
const mostTerms = 10_000;

/** The continued fraction by Lentz's method, as Thompson and Barnett have changed it (J. Comput. Phys. 64, 1986, 490–509). */
function betaFraction(x: number, a: number, b: number): number {
  let upper = 1;
  let lower = 1 / nonZero(1 - ((a + b) * x) / (a + 1));
  let value = lower;
  for (let term = 1; term < mostTerms; term++) {
    const even = (term * (b - term) * x) / ((a + 2 * term - 1) * (a + 2 * term));
    const odd = (-(a + term) * (a + b + term) * x) / ((a + 2 * term) * (a + 2 * term + 1));
    let change = 1;
    for (const coefficient of [even, odd]) {
      lower = 1 / nonZero(1 + coefficient * lower);
      upper = nonZero(1 + coefficient / upper);
      change = lower * upper;
      value *= change;
    }
    if (Math.abs(change - 1) < Number.EPSILON) break;
  }
  return value;
}

const nonZero = (number: number): number => (Math.abs(number) < tiny ? tiny : number);

/** Below it, Stirling's series is not exact. */
const exactFrom = 32;

/** The natural logarithm of the gamma function of a positive number: by Stirling's series, above small numbers. */
function logGamma(number: number): number {
  let shifted = number;
  let product = 1;
  for (; shifted < exactFrom; shifted++) product *= shifted;
  const inverse = 1 / shifted;
  const square = inverse * inverse;
  const series = inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square / 1680)));
  return (shifted - 0.5) * Math.log(shifted) - shifted + 0.5 * Math.log(2 * Math.PI) + series - Math.log(product);
}
