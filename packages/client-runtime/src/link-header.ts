/**
 * The target of the first link with a relation in a `Link` header (RFC 8288, 3), as written there. Several header
 * lines may have been folded into one with commas. Links with a context of their own (`anchor`) are not ours.
 */
export function linkTo(relation: string, header: string): string | undefined {
  for (const [, target, parameters] of header.matchAll(link)) {
    const byName = new Map<string, string>();
    for (const [, name, quoted, token] of parameters!.matchAll(parameter)) {
      const key = name!.toLowerCase();
      // Only the first of several `rel` counts.
      if (!byName.has(key)) byName.set(key, quoted?.replace(/\\(.)/g, '$1') ?? token ?? '');
    }
    const relations = byName.get('rel')?.toLowerCase().split(/\s+/) ?? [];
    if (relations.includes(relation) && !byName.has('anchor')) return target!.trim();
  }
  return undefined;
}

// <target> and then parameters ;name="quoted" or ;name=token or ;name, up to the next comma outside of quotes.
const link = /<([^<>]*)>((?:\s*;\s*(?:[^\s=;,"]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]*))?)?)*)/g;
const parameter = /;\s*([^\s=;,"]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/g;
