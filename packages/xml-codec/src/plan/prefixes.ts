import { attributesOf } from './attributes.ts';
import type { Content, Element, PlanSet, QName } from './model.ts';
import { declarationsOf } from './names.ts';

const XSI: QName = {
  local: 'nil',
  prefix: 'xsi',
  namespace: 'http://www.w3.org/2001/XMLSchema-instance',
  aliases: [],
};

/** A namespace by its prefix. */
export type Prefixes = ReadonlyMap<string, string>;

/**
 * The prefixes that root elements declare for all that is in them: those that may occur more than once in a document and
 * mean one namespace everywhere. Others are declared where they stand.
 */
export function sharedPrefixes(plans: PlanSet): Prefixes {
  const counts = new Map<string, number>();
  const uris = new Map<string, Set<string>>();
  for (const name of plans.keys()) {
    forEachName(name, plans, ({ prefix, namespace }, times) => {
      if (!prefix || !namespace) return;
      counts.set(prefix, (counts.get(prefix) ?? 0) + times);
      uris.set(prefix, (uris.get(prefix) ?? new Set()).add(namespace));
    });
  }
  const shared = [...uris].filter(([prefix, all]) => all.size === 1 && counts.get(prefix)! > 1);
  return new Map(shared.map(([prefix, [uri]]) => [prefix, uri!]));
}

/** The declarations in the start tag of a root element: of the shared prefixes that its documents may have. */
export function rootDeclarations(root: string, plans: PlanSet, shared: Prefixes): string {
  const used = new Map<string, string>();
  const seen = new Set([root]);
  for (const name of seen) {
    for (const ref of plans.get(name)!.refs) seen.add(ref);
    forEachName(name, plans, ({ prefix }) => {
      const uri = prefix && shared.get(prefix);
      if (prefix && uri) used.set(prefix, uri);
    });
  }
  return declarationsOf(used);
}

/**
 * Calls `tell` for each name that documents of a plan may contain, with its number of occurrences (2 means many). Ignores the
 * plans to which the plan refers.
 */
function forEachName(plan: string, plans: PlanSet, tell: (name: QName, times: number) => void): void {
  const { root, nil } = plans.get(plan)!;
  const visit = (content: Content): void => {
    if (content.kind === 'array') element(content.item, 2);
    if (content.kind !== 'object') return;
    for (const { name } of attributesOf(content, plans)) tell(name, 2);
    for (const property of content.properties) {
      if (property.nodeType === 'element') element(property.element, 1);
      if (property.nodeType === 'none') element(property.item, 2);
    }
    if (content.additional) element({ ...content.additional, name: { local: '', aliases: [] } }, 2);
  };
  const element = ({ name, nullable, content }: Element, times: number): void => {
    tell(name, times);
    if (nullable && nil === 'xsi:nil') tell(XSI, 2);
    visit(content);
  };
  element(root, 1);
}
