import { isIP } from 'node:net';
import type { Dns } from '../../platform/network/dns.ts';
import { senderDns } from '../../sending/index.ts';
import { type DoctorFinding, findingsOf } from './finding.ts';

/** A list in the DNS (RFC 5782) of addresses or of domains. */
export interface Blocklist {
  zone: string;
  of: 'addresses' | 'domains';
}

/** Entries that each list has and has not, so that one is known that does not work, or refuses to answer (RFC 5782, section 5). */
const always = { addresses: '2.0.0.127', domains: 'test' } as const;
const never = { addresses: '1.0.0.127', domains: 'invalid' } as const;

type Listing = 'listed' | 'free' | 'refused' | 'silent';

/**
 * Reads the answer of a list. Only addresses of 127.0.0.0/8 are entries; of these, 127.255.255.x says that the list does not
 * answer this resolver, as 127.0.0.1 does. Any other address comes from a zone that somebody else has got.
 */
export function readListing(answer: readonly string[] | undefined): Listing {
  if (answer === undefined) return 'silent';
  const codes = answer.filter((address) => isIP(address) === 4);
  if (codes.some((code) => code.startsWith('127.255.255.') || code === '127.0.0.1')) return 'refused';
  return codes.some((code) => code.startsWith('127.')) ? 'listed' : 'free';
}

/** Looks addresses or domains up in a list. */
export async function checkBlocklist(
  dns: Dns,
  { zone, of }: Blocklist,
  subjects: readonly string[],
): Promise<DoctorFinding[]> {
  const { warning } = findingsOf('blocklist', zone);
  const ask = async (name: string) => readListing(await dns.addresses(`${name}.${zone}`));
  const [positive, negative] = await Promise.all([ask(always[of]), ask(never[of])]);
  if (positive === 'silent') return warning('The list does not respond; try again later.');
  if (positive === 'refused')
    return warning(
      'The list does not answer this DNS server. Lists refuse those that many share, and who asks too much: use one of your own (--dns).',
    );
  if (positive === 'free' || negative === 'listed')
    return warning('The list does not have the entries that each list must have. It may be closed; leave it out.');
  const findings = subjects.map(async (subject) => {
    const { ok, warning: uncertain, error } = findingsOf('blocklist', subject);
    const name = of === 'addresses' ? addressName(subject) : subject;
    const listing = await ask(name);
    if (listing === 'free') return ok(`It is not on ${zone}.`);
    if (listing !== 'listed') return uncertain(`${zone} does not say whether it is listed; try again later.`);
    const [reason] = (await dns.texts(`${name}.${zone}`)) ?? [];
    return error(
      `It is on ${zone}${reason === undefined ? '' : `: ${reason.slice(0, 300)}`}. Find the cause, then ask the list to remove it.`,
    );
  });
  return (await Promise.all(findings)).flat();
}

/** Name of an address in a list (RFC 5782, sections 2.1 and 2.4). */
const addressName = (address: string): string => senderDns.reverseName(address).replace(/\.(?:in-addr|ip6)\.arpa$/, '');
