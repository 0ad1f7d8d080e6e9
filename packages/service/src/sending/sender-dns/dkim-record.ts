import type { Dns } from '../../platform/network/dns.ts';
import type { DkimRecord } from '../dkim/keys.ts';
import { breaksSignatures, dkimFault } from '../dkim/record-fault.ts';
import { type DnsRecord, gotOf } from './dns-record.ts';

/** Judges the record of a key that signs mails. */
export async function dkimKeyRecord(dns: Dns, { name, value }: DkimRecord): Promise<DnsRecord> {
  const wanted = { name, type: 'TXT', purpose: 'dkim', value } as const;
  const texts = await dns.texts(name);
  if (texts === undefined) return { ...wanted, found: null };
  if (texts.length === 0) return { ...wanted, found: false };
  const fault = dkimFault(texts, value);
  if (fault === undefined) return { ...wanted, found: true };
  return { ...wanted, ...gotOf(texts), found: !breaksSignatures(fault), ...fault };
}
