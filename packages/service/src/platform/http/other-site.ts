type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** By the headers that browsers set and pages cannot (Fetch Metadata; RFC 6454). Other programs send neither. */
export function isFromOtherSite(headers: Headers): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin, host } = headers;
  return origin !== undefined && origin !== `https://${host}`;
}
