import type { Dns } from '../../platform/network/dns.ts';
import { dmarc } from '../../sending/index.ts';
import { type DoctorFinding, findingsOf } from './finding.ts';

/** What a mail proves about itself. */
interface Proofs {
  /** Of the sender, which receivers compare with the others. */
  domain: string;
  returnPath: string;
  /** Domains of the keys that sign it. */
  signatures: readonly string[];
}

const silent = 'The DNS server does not respond; try again later.';

/** The policy for mails of a domain, and whether they satisfy it (RFC 9989). */
export async function checkDmarc(dns: Dns, { domain, returnPath, signatures }: Proofs): Promise<DoctorFinding[]> {
  const { ok, warning, error } = findingsOf('dmarc', domain);
  const found = await dmarc.findDmarcPolicy(dns.texts, domain, await doesExist(dns, domain));
  if (found.state === 'silent') return warning(silent);
  if (found.state === 'missing') {
    return error(
      found.several === undefined
        ? 'There is no DMARC record, so large receivers reject newsletters. Add TXT "v=DMARC1; p=none" at _dmarc.'
        : `_dmarc.${found.several} has several DMARC records, so receivers ignore all of them; there must be one.`,
    );
  }
  const place = `_dmarc.${found.domain}`;
  if (found.policy === undefined)
    return error(`${place} has no policy that can be read. Add p=none, p=quarantine or p=reject.`);
  const { adkim, aspf } = found.record;
  const [signed, returned] = await Promise.all([
    Promise.all(signatures.map((signature) => dmarc.isAligned(dns.texts, signature, domain, adkim))),
    dmarc.isAligned(dns.texts, returnPath, domain, aspf),
  ]);
  const policy = ok(policyText(found, found.domain === domain ? undefined : place));
  const mode = adkim === 's' || aspf === 's' ? ' The record asks for strict alignment (adkim, aspf).' : '';
  if (signed.includes(true)) return policy;
  if (returned) {
    return [
      ...policy,
      ...warning(
        `Only the return path at ${returnPath} is aligned. A mail that is forwarded loses it; sign mails with a key of ${domain}.${mode}`,
      ),
    ];
  }
  if (returned === undefined || signed.includes(undefined)) return [...policy, ...warning(silent)];
  const proven = signatures.length === 0 ? 'is not signed' : `is signed by ${signatures.join(', ')}`;
  return [
    ...policy,
    ...error(
      `No mail is aligned: it ${proven}, and its return path is at ${returnPath}. Sign mails with a key of ${domain}: mailwright dkim --domain ${domain}.${mode}`,
    ),
  ];
}

function policyText(
  { policy, intended }: { policy?: string | undefined; intended?: string | undefined },
  inheritedFrom: string | undefined,
): string {
  const place = inheritedFrom === undefined ? '' : `, from ${inheritedFrom}`;
  return policy === intended
    ? `The policy is ${policy}${place}.`
    : `The policy is ${policy}${place}, because ${intended} is tried only (t=y).`;
}

/** Whether mails could be answered: `np` is the policy of names that are not there (RFC 9989, section 4.7). */
async function doesExist(dns: Dns, domain: string): Promise<boolean> {
  const [addresses, exchanges] = await Promise.all([dns.addresses(domain), dns.exchanges(domain)]);
  return addresses === undefined || exchanges === undefined || addresses.length + exchanges.length > 0;
}
