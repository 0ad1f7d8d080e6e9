/** Reads a day `2031-12-31` (its begin or end, UTC) or a span `7d`, `12h` until now. Throws an error in words. */
export function parsePast(text: string, edge: 'begin' | 'end', now: Date): Date {
  const span = /^(\d{1,5})(d|h)$/.exec(text);
  if (span) return new Date(now.getTime() - Number(span[1]) * (span[2] === 'd' ? 86_400_000 : 3_600_000));
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : new Date(Number.NaN);
  if (Number.isNaN(day.getTime()) || !day.toISOString().startsWith(text))
    throw new Error(`a time must be a date such as 2031-12-31 or a duration such as 7d or 12h but was "${text}"`);
  return edge === 'begin' ? day : new Date(day.getTime() + 86_400_000);
}
