import type { ReadTexts } from '../dkim/faults.ts';
import { closestKeys, dkimRecord } from '../dkim/keys.ts';
import { isAligned } from '../dmarc/alignment.ts';
import { findDmarcPolicy } from '../dmarc/policy.ts';
import { bimiRecord } from './bimi-record.ts';
import { dkimKeyRecord } from './dkim-record.ts';
import type { DnsRecord, SenderSetup } from './dns-record.ts';
import { mxRecord } from './mx-record.ts';
import { ptrRecord } from './ptr-record.ts';
import { spfRecord } from './spf-record.ts';
import { mtaStsRecord, tlsReportRecord } from './transport-records.ts';

/**
 * The records that mails from senders of a domain need: of the keys that sign them, SPF where their return path is, and DMARC
 * (RFC 9989), which at least one of the first two must satisfy; whether answers and bounces arrive, and over which
 * connections; and its logo.
 */
export async function domainRecords(domain: string, setup: SenderSetup): Promise<DnsRecord[]> {
  const { dns, fetch, returnPath = domain, sendingAddresses = [] } = setup;
  const [proofs, others] = await Promise.all([
    proofRecords(domain, setup),
    Promise.all([
      mxRecord(dns, domain),
      ...(returnPath === domain ? [] : [mxRecord(dns, returnPath)]),
      ...sendingAddresses.map((address) => ptrRecord(dns, address)),
      mtaStsRecord(dns, returnPath, fetch),
      tlsReportRecord(dns, returnPath),
      bimiRecord(dns, domain),
    ]),
  ]);
  return [...proofs, ...others];
}

/** Those of the records that prove who sends: DKIM, SPF and DMARC. */
export async function proofRecords(
  domain: string,
  { keys, dns, returnPath = domain, sendingAddresses = [] }: Omit<SenderSetup, 'fetch'>,
): Promise<DnsRecord[]> {
  const own = closestKeys(keys(), domain);
  const proven = [...own.map((key) => key.domain), returnPath];
  return Promise.all([
    ...own.map((key) => dkimKeyRecord(dns, dkimRecord(key))),
    ...(sendingAddresses.length === 0 ? [undefined] : sendingAddresses).map((address) =>
      spfRecord(dns, returnPath, address),
    ),
    dmarcRecord(dns.texts, domain, proven),
  ]);
}

/** @param proven domains of the signatures and of the return path, one of which must stand for the domain */
async function dmarcRecord(texts: ReadTexts, domain: string, proven: readonly string[]): Promise<DnsRecord> {
  const wanted = { name: `_dmarc.${domain}`, type: 'TXT', purpose: 'dmarc', value: 'v=DMARC1; p=none' } as const;
  const policy = await findDmarcPolicy(texts, domain, true);
  if (policy.state === 'silent') return { ...wanted, found: null };
  if (policy.state === 'missing')
    return { ...wanted, found: false, ...(policy.several === undefined ? {} : { problem: 'several_records' }) };
  const place = policy.domain === domain ? {} : { found_at: `_dmarc.${policy.domain}` };
  if (policy.policy === undefined) return { ...wanted, found: false, ...place, problem: 'no_policy' };
  const { adkim, aspf } = policy.record;
  const signatures = proven.slice(0, -1);
  const ways = await Promise.all([
    ...signatures.map((signature) => isAligned(texts, signature, domain, adkim)),
    isAligned(texts, proven.at(-1)!, domain, aspf),
  ]);
  const isNowhere = ways.every((way) => way === false);
  return { ...wanted, found: true, ...place, ...(isNowhere ? { problem: 'not_aligned' } : {}) };
}
