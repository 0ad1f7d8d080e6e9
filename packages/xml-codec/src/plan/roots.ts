import type { PlanSet, QName } from './model.ts';
import { needsDiscriminator } from './unsupported.ts';

/** @throws {UnsupportedSchemaError} where several kinds of document have one root element */
export function checkRoots(plans: PlanSet): void {
  for (const { root, pointer } of plans.values()) {
    if (root.content.kind !== 'roots') continue;
    const names = root.content.variants.map(({ plan }) => plans.get(plan)!.root.name);
    if (names.some((name, i) => names.slice(i + 1).some((other) => isSame(name, other))))
      needsDiscriminator('an alternative', pointer);
  }
}

/** Reports whether a document could have either name: one without a namespace stands for any. */
function isSame(a: QName, b: QName): boolean {
  const isInBoth = !a.namespace || !b.namespace || a.namespace === b.namespace;
  const others = [b.local, ...b.aliases];
  return isInBoth && [a.local, ...a.aliases].some((name) => others.includes(name));
}
