interface Page {
  page_size: number;
  /** The first page has the index 1. */
  page_index: number;
}

/**
 * How many rows there are on all pages. One that is not full tells it, unless it lies behind the last; else they are counted. A
 * remembered count is no less than the rows up to this page.
 */
export async function totalOf(
  rows: readonly unknown[],
  { page_size, page_index }: Page,
  count: () => Promise<number>,
): Promise<number> {
  const seen = (page_index - 1) * page_size + rows.length;
  if (rows.length === 0 && page_index > 1) return count();
  return rows.length < page_size ? seen : Math.max(seen, await count());
}
