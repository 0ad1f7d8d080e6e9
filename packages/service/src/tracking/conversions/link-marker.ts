import { BoundedMap } from '../../platform/cache/bounded-map.ts';
import type { Db } from '../../platform/database/schema.ts';
import { listSites } from './sites.ts';

const memoryMillis = 60_000;
const maxAccounts = 10_000;

/** Gives the address that a link leads to: on the account's own sites with the token that it was followed by, as `mt`. */
export function linkMarker(db: Db, now: () => number = Date.now) {
  const known = new BoundedMap<number, { domains: string[]; until: number }>(maxAccounts);
  return async (accountId: number, url: string, token: string): Promise<string> => {
    let remembered = known.get(accountId);
    if (remembered === undefined || remembered.until <= now()) {
      const domains = (await listSites(db, accountId)).map(({ domain }) => domain);
      remembered = { domains, until: now() + memoryMillis };
      known.set(accountId, remembered);
    }
    return isOn(remembered.domains, url) ? withToken(url, token) : url;
  };
}

export function isOn(domains: readonly string[], url: string): boolean {
  if (domains.length === 0) return false;
  const { hostname } = new URL(url);
  return domains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`));
}

/** Adds the parameter; what stands in the address stays as it is. */
export function withToken(url: string, token: string): string {
  const hash = url.indexOf('#');
  const end = hash === -1 ? url.length : hash;
  const address = url.slice(0, end);
  const separator = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  return `${address}${separator}mt=${token}${url.slice(end)}`;
}
