import { type DkimSetup, type ReadTexts, recordFault } from './faults.ts';
import { closestKeys, dkimRecord } from './keys.ts';

/** A DNS record that receivers of mails look for. */
export interface DnsRecord {
  name: string;
  type: 'TXT';
  purpose: 'dkim' | 'spf' | 'dmarc';
  value: string;
  /** Whether the DNS has it; null if the DNS does not respond. */
  found: boolean | null;
}

/** The records that mails from senders of a domain need: of the keys that sign them, SPF and DMARC. */
export function domainRecords(domain: string, { keys, texts }: DkimSetup): Promise<DnsRecord[]> {
  const signed = closestKeys(keys(), domain).map(async (key): Promise<DnsRecord> => {
    const record = dkimRecord(key);
    const found = await texts(record.name);
    const isThere = found === undefined ? null : recordFault(record, found) === undefined;
    return { name: record.name, type: 'TXT', purpose: 'dkim', value: record.value, found: isThere };
  });
  return Promise.all([
    ...signed,
    policy(texts, domain, 'spf', 'v=spf1 ip4:ADDRESS -all'),
    policy(texts, `_dmarc.${domain}`, 'dmarc', 'v=DMARC1; p=none'),
  ]);
}

/** A record of which its owner chooses the rest. */
async function policy(texts: ReadTexts, name: string, purpose: 'spf' | 'dmarc', value: string): Promise<DnsRecord> {
  const version = value.split(/[ ;]/)[0]!;
  const found = await texts(name);
  return { name, type: 'TXT', purpose, value, found: found?.some((text) => text.startsWith(version)) ?? null };
}
