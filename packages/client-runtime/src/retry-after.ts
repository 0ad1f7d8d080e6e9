/**
 * Milliseconds that a `Retry-After` header asks to wait (RFC 9110, 10.2.3: seconds, or a date); undefined without one.
 * A date is meant by the clock of the service, which the `Date` header tells; `now` is ours.
 */
export function retryAfter(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // `Date.parse` takes nearly everything for a date, "-5" and "soon 5" too.
  if (!value.endsWith(' GMT')) return undefined;
  const wait = Date.parse(value) - (Date.parse(headers.get('date') ?? '') || now);
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}
