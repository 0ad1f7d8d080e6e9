/** `YYYY-MM-DD HH:MM:SS` in UTC. */
export function formatSqlDateTime(date: Date): string {
  return date.toISOString().slice(0, 19).replace('T', ' ');
}

/** `YYYY-MM-DD HH:MM:SS.f` in UTC, with as many digits of the fraction as are needed, at least one. */
export function formatSqlTimestamp(date: Date): string {
  return date
    .toISOString()
    .slice(0, 23)
    .replace('T', ' ')
    .replace(/0{1,2}$/, '');
}

/** ISO 8601 with milliseconds and offset, `2031-04-21T16:20:01.733+00:00`. */
export function formatIsoDateTime(date: Date): string {
  return date.toISOString().replace('Z', '+00:00');
}
