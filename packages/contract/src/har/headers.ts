import { type HeaderLines, header } from '../exchange/exchange.ts';
import type { HarPair, HarRequest } from './har.ts';

/**
 * Header lines of an entry. Leaves out the pseudo-header fields of HTTP/2 and HTTP/3 (RFC 9113 section 8.3), and lines that
 * exporters repeat. Chrome joins the values of a repeated field by line feeds.
 */
export function readHeaders(pairs: readonly HarPair[]): HeaderLines {
  const lines = pairs
    .filter(({ name }) => name !== '' && !name.startsWith(':'))
    .flatMap(({ name, value }) => value.split(/\r?\n/).map((each): [string, string] => [name, each.trim()]));
  const seen = new Set<string>();
  return lines.filter(([name, value]) => {
    const key = `${name.toLowerCase()}: ${value}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Header lines of a request, with the cookies that stand in their own list only. */
export function readRequestHeaders({ headers, cookies = [] }: HarRequest): HeaderLines {
  const lines = readHeaders(headers);
  if (cookies.length === 0 || header(lines, 'cookie') !== undefined) return lines;
  return [...lines, ['Cookie', cookies.map(({ name, value }) => `${name}=${value}`).join('; ')]];
}
