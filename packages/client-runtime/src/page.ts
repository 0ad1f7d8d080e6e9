/** One page of a list. */
export interface Page<Item> {
  items: Item[];
  /** Number of items on all pages. */
  total: number;
  /** Number of pages; 0 when nothing matches. */
  pages: number;
}

/** Headers of a page: with the number of items on all pages, and that of pages. */
export interface PageHeaders {
  readonly total: string;
  readonly pages: string;
}

/** The page of an answer: its items, with the counts of its headers. */
export function pageOf(items: unknown, headers: Headers, names: PageHeaders): Page<unknown> {
  return { items: items as unknown[], total: count(headers, names.total), pages: count(headers, names.pages) };
}

function count(headers: Headers, name: string): number {
  const value = headers.get(name);
  if (value !== null && /^\d+$/.test(value)) return Number(value);
  throw new Error(`header ${name} is ${value === null ? 'missing' : `"${value}"`}, not a count`);
}
