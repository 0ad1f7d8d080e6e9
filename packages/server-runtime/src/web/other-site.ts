/** Headers of a request by names in lower case. */
type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Reports whether a page of another site made the request, by the headers that browsers set and pages cannot (Fetch Metadata;
 * RFC 6454). Other programs send neither. Where TLS ends at a proxy, pages of `http:` are those of this service too.
 */
export function isFromOtherSite(headers: Headers, schemes: readonly string[] = ['https']): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin, host } = headers;
  return origin !== undefined && !schemes.some((scheme) => origin === `${scheme}://${host}`);
}
