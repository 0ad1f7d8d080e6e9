import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Dns } from '../../platform/network/dns.ts';
import { type DnsRecord, gotOf } from './dns-record.ts';

/** Judges the name of an address from which mails leave: it must lead back to the address, and be one that somebody has chosen. */
export async function ptrRecord(dns: Dns, address: string): Promise<DnsRecord> {
  const wanted = { name: reverseName(address), type: 'PTR', purpose: 'ptr', value: 'MAILSERVER' } as const;
  const names = await dns.names(address);
  if (names === undefined) return { ...wanted, found: null };
  if (names.length === 0) return { ...wanted, found: false };
  const got = gotOf(names);
  const own = canonical(address);
  for (const name of names.slice(0, 10)) {
    const addresses = await dns.addresses(name);
    if (addresses === undefined) return { ...wanted, ...got, found: null };
    if (!addresses.some((each) => canonical(each) === own)) continue;
    return isGeneric(name, address)
      ? { ...wanted, ...got, found: true, problem: 'generic_name', detail: name }
      : { ...wanted, ...got, found: true };
  }
  return { ...wanted, ...got, found: false, problem: 'host_unknown', detail: names[0]! };
}

const canonical = (address: string) =>
  ipaddr.isValid(address) ? ipaddr.process(address).toNormalizedString() : address;

/** Name of an address in the DNS (RFC 1035, section 3.5; RFC 3596, section 2.5). */
export function reverseName(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  const parts = parsed.toByteArray();
  if (parsed.kind() === 'ipv4') return `${parts.reverse().join('.')}.in-addr.arpa`;
  const digits = parts.flatMap((byte) => [(byte >> 4).toString(16), (byte & 15).toString(16)]);
  return `${digits.reverse().join('.')}.ip6.arpa`;
}

/** Reports whether a provider has given a name to each of its addresses: all four numbers are in it. */
function isGeneric(name: string, address: string): boolean {
  if (!isIPv4(address)) return false;
  const numbers = new Set(name.match(/\d+/g)?.map(Number));
  return address.split('.').every((part) => numbers.has(Number(part)));
}
