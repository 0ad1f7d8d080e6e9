import type { Random } from '../support/random.ts';

export const pick = <Item>(random: Random, items: readonly Item[]): Item => items[random(items.length)]!;

/** True in so many of 100 cases. */
export const chance = (random: Random, percent: number): boolean => random(100) < percent;

/** One of the names, each as often as its weight says. */
export function weighted<Name extends string>(random: Random, weights: Readonly<Record<Name, number>>): Name {
  const names = Object.keys(weights) as Name[];
  let left = random(names.reduce((sum, name) => sum + weights[name], 0));
  return names.find((name) => {
    left -= weights[name];
    return left < 0;
  })!;
}
