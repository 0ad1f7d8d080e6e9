import { type LinkResult, linksInHtml } from '../../tracking/index.ts';

const style =
  '<style>a[data-clicks]::after{content:attr(data-clicks);display:inline-block;margin-left:.3em;padding:0 .5em;border-radius:1em;background:#1f5fbf;color:#fff;font:600 12px/1.6 system-ui,sans-serif;vertical-align:middle}</style>';

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
