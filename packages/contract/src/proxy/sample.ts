/** Decides for each request whether it is judged. */
export type Sampler = () => boolean;

/**
 * Chooses this part of all requests at random, so that regular traffic is not met at one of its operations only.
 * @param percent more than 0, at most 100
 */
export function createSampler(percent: number, random: () => number = Math.random): Sampler {
  return () => random() * 100 < percent;
}
