import type { PublishedPolicy } from './reading/report.ts';

/** What reports say about the mails of a domain in a time. */
export interface PolicyFigures {
  /** Policy that receivers found last; undefined if there is none that can be read. */
  policy: PublishedPolicy | undefined;
  /** Days that reports are about. */
  days: number;
  /** Mails that passed DMARC. */
  aligned: number;
  /** Mails that failed, from sources that also send aligned ones. */
  ownFailing: number;
  /** Mails that failed, and prove a domain of another owner. */
  otherService: number;
}

/**
 * What to do with the policy: `collect` more reports, `repair` what fails, `tighten` or `loosen` it to another one, or `keep` it.
 */
export type PlanStep =
  | { step: 'collect' | 'repair' | 'keep' }
  | { step: 'tighten' | 'loosen'; policy: PublishedPolicy };

/** Reports of fewer days may miss what is sent weekly. */
const enoughDays = 14;
/** Of fewer mails, a share says little. */
const enoughMails = 100;
/** Shares of mails that may be the domain's own and fail: at most so many to go on, and at least so many to go back. */
const shareToTighten = 0.02;
const shareToLoosen = 0.1;

const stricter = { none: 'quarantine', quarantine: 'reject' } as const;
const milder = { reject: 'quarantine', quarantine: 'none' } as const;

/**
 * Returns the next step of a domain on its way from `none` through `quarantine` to `reject` (RFC 9989, section 7). Mails that
 * prove nothing do not hold it up, because forged ones are what a policy is for; those of forwarders do not either.
 */
export function planPolicy({ policy, days, aligned, ownFailing, otherService }: PolicyFigures): PlanStep {
  const failing = ownFailing + otherService;
  const genuine = aligned + failing;
  const share = genuine === 0 ? 0 : failing / genuine;
  const isEnough = days >= enoughDays && genuine >= enoughMails;
  if (policy !== undefined && policy !== 'none' && genuine >= enoughMails && share > shareToLoosen)
    return { step: 'loosen', policy: milder[policy] };
  if (share > shareToTighten && genuine >= enoughMails) return { step: 'repair' };
  if (!isEnough) return { step: 'collect' };
  if (policy === 'reject') return { step: 'keep' };
  return { step: 'tighten', policy: policy === undefined ? 'none' : stricter[policy] };
}
