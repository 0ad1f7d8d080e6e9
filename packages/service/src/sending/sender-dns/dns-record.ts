import type { GuardedFetch } from '../../platform/fetch/fetch.ts';
import type { DkimSetup } from '../dkim/faults.ts';
import type { DkimProblem } from '../dkim/record-fault.ts';

/** What is wrong with a record that is there. */
export type DnsProblem =
  | DkimProblem
  // SPF
  | 'allows_everybody'
  | 'too_many_lookups'
  | 'void_lookups'
  | 'address_missing'
  // DMARC
  | 'no_policy'
  | 'not_aligned'
  // MX and PTR
  | 'takes_no_mail'
  | 'host_unknown'
  | 'generic_name'
  // MTA-STS, TLS-RPT and BIMI
  | 'policy_unreachable'
  | 'policy_invalid'
  | 'host_not_listed'
  | 'no_reports'
  | 'not_svg'
  | 'policy_weak';

export type DnsPurpose = 'dkim' | 'spf' | 'dmarc' | 'mx' | 'ptr' | 'mta_sts' | 'tls_rpt' | 'bimi';

/** A DNS record that receivers of mails look for. */
export interface DnsRecord {
  name: string;
  type: 'TXT' | 'MX' | 'PTR';
  purpose: DnsPurpose;
  /** What to set; words in capitals are to be replaced. */
  value: string;
  /** Whether the DNS has one that does its work; null if the DNS does not respond. */
  found: boolean | null;
  /** The name above `name` at which it was found. */
  found_at?: string;
  problem?: DnsProblem;
  /** What exactly is wrong: the term, the host or the reason. */
  detail?: string;
  /** What the DNS has; several records are separated by line breaks. */
  got?: string;
  /** Terms of an SPF record that ask the DNS, those of included ones too. */
  lookups?: number;
  /** Mails are accepted without it. */
  optional?: true;
}

/** What records are judged by. */
export interface SenderSetup extends DkimSetup {
  /** Reads the policy of MTA-STS, which is left out without it. Must not reach private addresses. */
  fetch?: GuardedFetch | undefined;
  /** Addresses from which mails leave; none if unknown. */
  sendingAddresses?: readonly string[] | undefined;
}

const maxGot = 2000;

/** The part of a record that says what the DNS has; nothing if it has nothing. */
export const gotOf = (found: readonly string[]): { got?: string } =>
  found.length === 0 ? {} : { got: found.join('\n').slice(0, maxGot) };

/** Records of a name that begin like those of a standard: `v=` with the version. */
export const ofVersion = (found: readonly string[], version: RegExp): string[] =>
  found.filter((text) => version.test(text));
