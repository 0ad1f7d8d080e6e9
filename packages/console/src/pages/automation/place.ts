import type { Place } from './plan.ts';
import type { WayName } from './ways.ts';

/** An arrow as addresses and forms name it. */
export const placeQuery = (from: number, name: WayName): string =>
  new URLSearchParams({ after: String(from), way: name }).toString();

/** The arrow that an address or a form names; that from the start if it names none. */
export function placeOf(values: { get(name: string): unknown }): Place {
  const from = Number(values.get('after') ?? -1);
  const way = values.get('way');
  const name = way === 'matching' || way === 'others' ? way : 'next';
  return { from: Number.isInteger(from) && from >= 0 ? from : -1, name };
}
