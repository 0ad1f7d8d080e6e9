import type { GuardedFetch } from '../../platform/fetch/fetch.ts';
import type { Dns } from '../../platform/network/dns.ts';
import { closestKeys, type DkimRecord, missingKeyFault, senderDns } from '../../sending/index.ts';
import { checkDmarc } from './dmarc.ts';
import { type DoctorFinding, findingsOf } from './finding.ts';
import { findingsOfRecord } from './record-findings.ts';

/** Settings of the service with which the DNS records of a sender's domain must agree. */
export interface SenderFacts {
  domain: string;
  /** Domain of the return paths of all mails; undefined if they go back to their senders. */
  returnPath?: string | undefined;
  /** Addresses from which its mails leave; empty if unknown. */
  sendingAddresses: readonly string[];
  /** Records of the keys that mails are signed with, of all domains; undefined without `--dkim-keys`. */
  keys: readonly DkimRecord[] | undefined;
  /** Reads the policy of MTA-STS; without it, the record alone is looked at. */
  fetch?: GuardedFetch | undefined;
}

/** The DNS records that mails of a domain need, and those that make them better. */
export async function checkSender(dns: Dns, facts: SenderFacts): Promise<DoctorFinding[]> {
  const { domain, returnPath = domain, sendingAddresses, keys, fetch } = facts;
  const own = closestKeys(keys ?? [], domain);
  const { warning, error } = findingsOf('dkim', domain);
  const records = await Promise.all([
    senderDns.mxRecord(dns, domain),
    ...(sendingAddresses.length === 0 ? [undefined] : sendingAddresses).map((address) =>
      senderDns.spfRecord(dns, returnPath, address),
    ),
    ...own.map((key) => senderDns.dkimKeyRecord(dns, key)),
  ]);
  const unsigned =
    own.length > 0 ? [] : keys === undefined ? warning(noKeys(domain)) : error(missingKeyFault([], domain)!);
  const others = await Promise.all([
    checkDmarc(dns, { domain, returnPath, signatures: own.map((key) => key.domain) }),
    ...[
      senderDns.mtaStsRecord(dns, returnPath, fetch),
      senderDns.tlsReportRecord(dns, returnPath),
      senderDns.bimiRecord(dns, domain),
    ].map(async (record) => findingsOfRecord(await record)),
  ]);
  return [...records.flatMap((record) => findingsOfRecord(record)), ...unsigned, ...others.flat()];
}

const noKeys = (domain: string) =>
  `Mails are not signed. Create a key: mailwright dkim --domain ${domain} --dkim-keys DIR`;
