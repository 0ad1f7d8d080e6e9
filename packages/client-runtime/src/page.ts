/** One page of a list. */
export interface Page<Item> {
  items: Item[];
  /** Number of items on all pages. */
  total: number;
  /** Number of pages; 0 if nothing matches. */
  pages: number;
}

/** Headers of a page: total number of items, and number of pages. */
export interface PageHeaders {
  readonly total: string;
  readonly pages: string;
}

/** The page in a response: its items, and the counts in its headers. */
export function pageOf(items: unknown, headers: Headers, names: PageHeaders): Page<unknown> {
  return { items: items as unknown[], total: count(headers, names.total), pages: count(headers, names.pages) };
}

function count(headers: Headers, name: string): number {
  const value = headers.get(name);
  if (value !== null && /^\d+$/.test(value)) return Number(value);
  throw new Error(`header ${name} is ${value === null ? 'missing' : `"${value}"`}, not a count`);
}
