/**
 * Delay in milliseconds requested by a `Retry-After` header (RFC 9110, 10.2.3: seconds, or a date); undefined without one.
 * A date is relative to the clock of the service, taken from the `Date` header; `now` is the local time.
 */
export function retryAfter(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // `Date.parse` accepts nearly everything as a date, even "-5" and "soon 5".
  if (!value.endsWith(' GMT')) return undefined;
  const wait = Date.parse(value) - (Date.parse(headers.get('date') ?? '') || now);
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}
