import type { Dns } from '../../platform/network/dns.ts';
import { type DnsRecord, gotOf } from './dns-record.ts';
import { checkSpf, isSpf } from './spf.ts';

/** Nobody has this address (RFC 1112, section 4): it shows whether a record can be read, and whether it lets everybody send. */
const nobody = '240.0.0.1';

/**
 * Judges the SPF record of the domain of the return path.
 * @param address from which mails leave; undefined if it is unknown
 */
export async function spfRecord(dns: Dns, name: string, address?: string): Promise<DnsRecord> {
  const term = address === undefined ? 'ip4:ADDRESS' : `ip${address.includes(':') ? 6 : 4}:${address}`;
  const wanted = { name, type: 'TXT', purpose: 'spf', value: `v=spf1 ${term} -all` } as const;
  const [{ result, problem, why, lookups }, found] = await Promise.all([
    checkSpf(dns, address ?? nobody, name),
    dns.texts(name),
  ]);
  const got = gotOf((found ?? []).filter(isSpf));
  switch (result) {
    case 'temperror':
      return { ...wanted, found: null };
    case 'none':
      return { ...wanted, found: false };
    case 'permerror':
      return { ...wanted, ...got, found: false, problem: problem!, detail: why!, lookups };
    case 'pass':
      // What lets nobody's address pass lets everybody pass.
      return address === undefined
        ? { ...wanted, ...got, found: false, problem: 'allows_everybody', lookups }
        : { ...wanted, ...got, found: true, lookups };
    default:
      return address === undefined
        ? { ...wanted, ...got, found: true, lookups }
        : { ...wanted, ...got, found: false, problem: 'address_missing', detail: term, lookups };
  }
}
