/** The name most similar to a mistyped one, with at most every third letter wrong; otherwise undefined. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const each of known) {
    if (Math.abs(each.length - name.length) >= least) continue;
    const far = distance(name.toLowerCase(), each.toLowerCase());
    if (far < least) {
      best = each;
      least = far;
    }
  }
  return best;
}

const longestPath = 200;

/**
 * The path most similar to a mistyped one, `/contacts/count` for `/contact/count`; parameters are written as in the template.
 */
export function nearestPath(path: string, templates: readonly string[]): string | undefined {
  if (path.length > longestPath) return undefined;
  const segments = path.replace(/(?<!\/)\/+$/, '').split('/');
  const filled = new Map<string, string>();
  for (const template of templates) {
    const steps = template.split('/');
    if (steps.length !== segments.length) continue;
    const text = steps.map((step, index) => (step.includes('{') ? segments[index] : step)).join('/');
    if (!filled.has(text)) filled.set(text, template);
  }
  const near = nearest(path, filled.keys());
  return near === undefined ? undefined : filled.get(near);
}

/** Number of letters to change, insert, delete or swap with a neighbour (optimal string alignment distance). */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const above = rows[i - 1] as number[];
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((above[j] as number) + 1, (row[j - 1] as number) + 1, (above[j - 1] as number) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (rows[i - 2]?.[j - 2] as number) + 1);
      row.push(least);
    }
    rows.push(row);
  }
  return (rows[a.length] as number[])[b.length] as number;
}
