import type { PublishedPolicy } from './reading/report.ts';

/** What reports say about the mails of a domain in a time. */
export interface PolicyFigures {
  /** Policy that receivers found last; undefined if there is none that can be read. */
  policy: PublishedPolicy | undefined;
  /** Days that reports are about. */
  days: number;
  /** Mails that passed DMARC. */
  aligned: number;
  /** Mails that failed, from sources of the domain's owner. */
  ownFailing: number;
  /** Mails that failed, and prove a domain of another owner: a service that the owner uses, or somebody who forges. */
  otherService: number;
}

/**
 * What to do with the policy: `collect` more reports, `repair` what fails, `tighten` or `loosen` it to another one, `review` which
 * other services send before it is tightened, or `keep` it.
 */
export type PlanStep =
  | { step: 'collect' | 'repair' | 'keep' }
  | { step: 'tighten' | 'review' | 'loosen'; policy: PublishedPolicy };

/** Reports of fewer days may miss what is sent weekly. */
const enoughDays = 14;
/** Of fewer mails, a share says little. */
const enoughMails = 100;
/** Shares of the domain's own mails that fail: at most so many to go on, and at least so many to go back. */
const shareToTighten = 0.02;
const shareToLoosen = 0.1;

const stricter = { none: 'quarantine', quarantine: 'reject' } as const;
const milder = { reject: 'quarantine', quarantine: 'none' } as const;

/**
 * Returns the next step of a domain on its way from `none` through `quarantine` to `reject` (RFC 9989, section 7). Mails that
 * prove nothing do not hold it up, because forged ones are what a policy is for; those of forwarders do not either. Mails of other
 * services never count as the owner's: only a person knows which of these services are used and which forge.
 */
export function planPolicy({ policy, days, aligned, ownFailing, otherService }: PolicyFigures): PlanStep {
  const own = aligned + ownFailing;
  const named = own + otherService;
  if (own >= enoughMails) {
    if (policy !== undefined && policy !== 'none' && ownFailing > own * shareToLoosen)
      return { step: 'loosen', policy: milder[policy] };
    if (ownFailing > own * shareToTighten) return { step: 'repair' };
  }
  if (days < enoughDays || named < enoughMails) return { step: 'collect' };
  if (policy === 'reject') return { step: 'keep' };
  if (policy === undefined) return { step: 'tighten', policy: 'none' };
  return { step: otherService > named * shareToTighten ? 'review' : 'tighten', policy: stricter[policy] };
}
