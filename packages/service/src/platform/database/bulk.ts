/** Longer statements are made for their one use, the rules of a filter; longer values are documents of many rows. */
const longest = 8192;
const mostElements = 100;

/**
 * Reports whether a statement is to be planned for its values each time, and so is not prepared. PostgreSQL may plan a
 * prepared statement once for all values, and takes every array for one of ten elements then; on a table that was small at
 * that time it chose to compare 10,000 addresses with each row, and storing contacts took ten times as long.
 */
export function isBulk(sql: string, parameters: readonly unknown[]): boolean {
  return sql.length > longest || parameters.some(isLong);
}

const isLong = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > mostElements : typeof value === 'string' && value.length > longest;
