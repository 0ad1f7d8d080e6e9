/** One page of a list. */
export interface Page<Item> {
  items: Item[];
  /** Number of items on all pages. */
  total: number;
  /** Number of pages; 0 when nothing matches. */
  pages: number;
}

/** The page of an answer: its items, with the counts of the headers `X-Items` and `X-Pages`. */
export function pageOf(items: unknown, headers: Headers): Page<unknown> {
  return { items: items as unknown[], total: count(headers, 'X-Items'), pages: count(headers, 'X-Pages') };
}

function count(headers: Headers, name: string): number {
  const value = headers.get(name);
  if (value !== null && /^\d+$/.test(value)) return Number(value);
  throw new Error(`header ${name} is ${value === null ? 'missing' : `"${value}"`}, not a count`);
}
