import type { CpuProfile } from '../flames/fold.ts';

/** Parts of making and sending a mail, by the files that do them; the innermost one counts. */
const files: [string, RegExp][] = [
  ['sign', /service\/src\/sending\/dkim\//],
  ['links', /service\/src\/tracking\//],
  ['personalize', /service\/src\/(?:templates|mailings)\//],
  ['MIME', /service\/src\/(?:sending\/mail|platform\/text)\//],
  ['SMTP', /service\/src\/sending\/(?:smtp|relay)\//],
  ['settle', /service\/src\/sending\/(?:deliveries\/attempts|stories)/],
  ['claim and plan', /service\/src\/(?:sending|app)\//],
  ['database client', /service\/src\/platform\/database\/|node_modules\/(?:pg|pg-[a-z]+|postgres-[a-z]+|kysely)\//],
];

/** Microseconds of a profile by part; `waiting` is the time in which nothing was to do. */
export function partsOf({ nodes, samples, timeDeltas }: CpuProfile): Map<string, number> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const callers = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const partOf = (leaf: number): string => {
    const { functionName } = byId.get(leaf)!.callFrame;
    if (functionName === '(idle)') return 'waiting';
    if (functionName === '(garbage collector)') return 'garbage collection';
    for (let at: number | undefined = leaf; at !== undefined; at = callers.get(at)) {
      const { url } = byId.get(at)!.callFrame;
      const [part] = files.find(([, pattern]) => pattern.test(url)) ?? [];
      if (part) return part;
    }
    return 'event loop';
  };
  const parts = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const part = partOf(id);
    parts.set(part, (parts.get(part) ?? 0) + timeDeltas[index]!);
  }
  return parts;
}
