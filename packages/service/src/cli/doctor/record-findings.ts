import { describeDkimFault, type senderDns } from '../../sending/index.ts';
import { type DoctorFinding, findingsOf } from './finding.ts';

type DnsRecord = senderDns.DnsRecord;

const silent = 'The DNS server does not respond; try again later.';
const checks: Record<DnsRecord['purpose'], string> = {
  dkim: 'dkim',
  spf: 'spf',
  dmarc: 'dmarc',
  mx: 'mx',
  ptr: 'ptr',
  mta_sts: 'mta-sts',
  tls_rpt: 'tls-rpt',
  bimi: 'bimi',
};

/** Findings about a record; none about one that is missing and need not be there. */
export function findingsOfRecord(record: DnsRecord, subject: string = record.name): DoctorFinding[] {
  const { purpose, found, problem, optional = false } = record;
  const { ok, warning, error } = findingsOf(checks[purpose], subject);
  if (found === null) return warning(silent);
  if (problem !== undefined) {
    const isHarmless = optional || found || purpose === 'mx';
    return (isHarmless ? warning : error)(sayProblem(record));
  }
  if (found) return ok(sayFound(record));
  if (optional) return [];
  return (purpose === 'mx' ? warning : error)(sayMissing(record));
}

function sayFound({ purpose, value, got, lookups }: DnsRecord): string {
  switch (purpose) {
    case 'dkim':
      return 'The record contains the public key.';
    case 'spf':
      return value.includes('ADDRESS')
        ? `There is an SPF record (${lookups} of 10 DNS lookups). To check whether it allows your server, use --sending-address.`
        : `${/ip\d:(\S+)/.exec(value)![1]} is allowed to send (${lookups} of 10 DNS lookups).`;
    case 'mx':
      return got === undefined
        ? 'Replies are delivered to the domain itself; it has no MX record.'
        : `Replies are delivered to ${got.split('\n')[0]}.`;
    case 'ptr':
      return `Its name is ${got?.split('\n')[0]}, which resolves to the address.`;
    default:
      return `There is a record: ${got}`;
  }
}

function sayMissing({ purpose, value }: DnsRecord): string {
  switch (purpose) {
    case 'spf':
      return `There is no SPF record. Add a TXT record such as "${value}" with the address of the sending server.`;
    case 'mx':
      return 'The domain does not accept mail, so replies and mails to postmaster bounce, and some receivers reject such senders. Add an MX record.';
    case 'ptr':
      return 'The address has no reverse DNS name. Ask your provider for a PTR record.';
    default:
      return `There is no record. Add TXT "${value}".`;
  }
}

function sayProblem(record: DnsRecord): string {
  const { purpose, value, problem, detail = '', name } = record;
  switch (problem!) {
    case 'several_records':
      if (purpose === 'dkim') return describeDkimFault({ problem: 'several_records' }, value);
      return `${detail || `${name} has several records`}, so receivers ignore all of them; there must be one.`;
    case 'invalid':
      if (purpose === 'dkim') return describeDkimFault({ problem: 'invalid', detail }, value);
      return purpose === 'spf'
        ? `The SPF record is invalid: ${detail}.`
        : `The record cannot be read because of ${detail}. Replace it with TXT "${value}".`;
    case 'allows_everybody':
      return 'The SPF record allows anyone to send for the domain. End it with -all or ~all.';
    case 'too_many_lookups':
      return `The SPF record is invalid, because it needs more than 10 DNS lookups: ${detail}. Remove services that you do not use, or replace names by addresses.`;
    case 'void_lookups':
      return `The SPF record is invalid, because more than 2 of its DNS lookups find nothing: ${detail}. Remove these terms.`;
    case 'address_missing':
      return `${detail.slice(4)} is not allowed to send. Add ${detail} to the SPF record.`;
    case 'other_key':
    case 'key_revoked':
    case 'key_type':
    case 'key_short':
    case 'key_weak':
    case 'key_purpose':
    case 'key_test':
      return describeDkimFault({ problem: problem as 'other_key', detail }, value);
    case 'no_policy':
      return 'The record has no policy that can be read. Add p=none, p=quarantine or p=reject.';
    case 'not_aligned':
      return 'Neither the signature nor the return path belongs to the domain.';
    case 'takes_no_mail':
      return 'The domain says that it accepts no mail, so replies and mails to postmaster bounce, and receivers may reject its senders. Replace the MX record "0 .".';
    case 'host_unknown':
      return purpose === 'ptr'
        ? `Its name ${detail} does not resolve to the address. Add an address record for that name.`
        : `Its mail server ${detail} does not resolve, so replies and mails to postmaster bounce. Correct the MX record.`;
    case 'generic_name':
      return `Its name ${detail} is one that a provider gives to all of its addresses, which receivers distrust. Ask for a name of your own.`;
    case 'policy_unreachable':
      return `The policy cannot be read: ${detail}. Publish it, or remove the record.`;
    case 'policy_invalid':
      return `The policy is invalid because of "${detail}", so it does not count.`;
    case 'host_not_listed':
      return `The policy does not list the mail server ${detail}, so servers that follow it send nothing there. Add "mx: ${detail}".`;
    case 'no_reports':
      return `The record has no address for reports. Replace it with TXT "${value}".`;
    case 'not_svg':
      return 'The logo must be an SVG file at an address that begins with https://.';
    case 'policy_weak':
      return 'The logo is not shown, because the DMARC policy is neither quarantine nor reject.';
  }
}
