/** One folder imports from another. */
export type Edge = readonly [from: string, to: string];

/**
 * A Mermaid flowchart of the edges. An arrow that longer ways say already is left out (transitive reduction), so that the
 * floors can be seen; there must be no circle.
 */
export function drawing(edges: readonly Edge[]): string {
  const below = new Map<string, Set<string>>();
  for (const [from, to] of edges) {
    if (from === to) continue;
    below.set(from, (below.get(from) ?? new Set()).add(to));
    below.set(to, below.get(to) ?? new Set());
  }
  const reaches = (from: string, to: string): boolean =>
    [...below.get(from)!].some((next) => next === to || reaches(next, to));
  const lines: string[] = [];
  for (const from of [...below.keys()].sort()) {
    const direct = [...below.get(from)!].sort();
    for (const to of direct) {
      if (!direct.some((other) => other !== to && reaches(other, to))) lines.push(`  ${from} --> ${to}\n`);
    }
  }
  return `flowchart TD\n${lines.join('')}`;
}
