import { type Recipient, type RenderContext, tagSources } from '../../sending/index.ts';
import type { ValueUse } from './uses.ts';

/** How many recipients have no value for what everybody sees of a contact, by the name of it, and how many see a gap. */
export function countGaps(
  context: RenderContext,
  uses: readonly ValueUse[],
  recipients: readonly Recipient[],
): { gaps: Map<string, number>; withGap: number } {
  const sources = tagSources(context);
  const open = new Map(
    uses
      .filter(({ leavesGap, namespace }) => leavesGap && namespace === 'CONTACT')
      .map(({ namespace, field }) => [`[[${namespace}|${field}]]`, sources(namespace, field)]),
  );
  const gaps = new Map<string, number>();
  let withGap = 0;
  for (const recipient of recipients) {
    let hasGap = false;
    for (const [name, source] of open) {
      if (typeof source !== 'function' || source(recipient)) continue;
      gaps.set(name, (gaps.get(name) ?? 0) + 1);
      hasGap = true;
    }
    if (hasGap) withGap++;
  }
  return { gaps, withGap };
}
