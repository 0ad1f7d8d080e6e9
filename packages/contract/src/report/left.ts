import type { Left } from '../ownership/left.ts';

/** `blacklist: Spring (3), Autumn (4): no operation deletes it`, a text for each kind and reason. */
export function leftByKind(left: readonly Left[]): string[] {
  return [...Map.groupBy(left, ({ kind, why }) => `${kind}\n${why}`).values()].map((all) => {
    const [{ kind, why }] = all as [Left];
    return `${kind}: ${all.map(({ name }) => name).join(', ')}: ${why}`;
  });
}
