import { fillForNobody, findContent, type Mailing } from '../mailings/index.ts';
import type { Db } from '../platform/database/schema.ts';
import { type LinkResult, linkResultsOf, linksInHtml } from '../tracking/index.ts';

const style =
  '<style>a[data-clicks]::after{content:attr(data-clicks);display:inline-block;margin-left:.3em;padding:0 .5em;border-radius:1em;background:#1f5fbf;color:#fff;font:600 12px/1.6 system-ui,sans-serif;vertical-align:middle}</style>';

/** Returns the HTML of a mailing with the clicks on its links, for nobody in particular; empty if it has none. */
export async function clickMap(db: Db, mailing: Mailing): Promise<string> {
  const { html } = await findContent(db, mailing);
  if (!html) return '';
  const marked = withClicks(html, await linkResultsOf(db, mailing.account_id, mailing.id));
  return (await fillForNobody(db, mailing, { html: { template: marked, context: 'html' } })).html;
}

/** The HTML of a mail in which each link shows how often it was followed, and leads nowhere. */
export function withClicks(html: string, links: readonly LinkResult[]): string {
  const clicks = new Map(links.filter(({ format }) => format === 'html').map((link) => [keyOf(link), link.clicks]));
  const marked: string[] = [style];
  let passed = 0;
  for (const [position, { start, end, url }] of linksInHtml(html).links.entries()) {
    const quote = /["']/.test(html[start - 1] ?? '') ? html[start - 1]! : '"';
    const value = `#${quote} data-clicks=${quote}${clicks.get(keyOf({ position, url })) ?? 0}`;
    const unquoted = html[start - 1] !== quote;
    marked.push(html.slice(passed, start), unquoted ? `"${value}"` : value);
    passed = end;
  }
  return marked.join('') + html.slice(passed);
}

const keyOf = ({ position, url }: { position: number; url: string }) => `${position} ${url}`;
