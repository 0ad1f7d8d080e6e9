import type { Dns } from '../../platform/network/dns.ts';
import { type DnsRecord, gotOf } from './dns-record.ts';

/**
 * Judges whether a domain takes mail: answers, and those to `postmaster`, which each domain with mail must have (RFC 5321,
 * section 4.5.1). Some receivers reject senders of domains that do not.
 */
export async function mxRecord(dns: Dns, name: string): Promise<DnsRecord> {
  const wanted = { name, type: 'MX', purpose: 'mx', value: '10 MAILSERVER' } as const;
  const exchanges = await dns.exchanges(name);
  if (exchanges === undefined) return { ...wanted, found: null };
  if (exchanges.length === 0) {
    const addresses = await dns.addresses(name);
    if (addresses === undefined) return { ...wanted, found: null };
    // The domain itself counts as its mail server (RFC 5321, section 5.1).
    return { ...wanted, found: addresses.length > 0 };
  }
  const got = gotOf(exchanges);
  const hosts = exchanges.filter((host) => host !== '' && host !== '.');
  if (hosts.length === 0) return { ...wanted, got: '.', found: false, problem: 'takes_no_mail' };
  const addresses = await Promise.all(hosts.slice(0, 10).map((host) => dns.addresses(host)));
  if (addresses.every((each) => each?.length === 0))
    return { ...wanted, ...got, found: false, problem: 'host_unknown', detail: hosts[0]! };
  return { ...wanted, ...got, found: true };
}
