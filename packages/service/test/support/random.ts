/** Whole numbers from 0 to below `bound`, the same for each seed (mulberry32). */
export type Random = (bound: number) => number;

export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

/** Numbers from 0 to below 1, the same for each seed. */
export function fractionsOf(seed: number): () => number {
  const random = randomOf(seed);
  return () => random(2 ** 32) / 2 ** 32;
}
