import { diagnose, type FinishedAttempt } from './attempts.ts';
import type { Lease } from './lease.ts';
import { isCampaign, isTransactional, isTrial } from './purpose-rules.ts';

/** An attempt that has ended and is not recorded yet. */
export interface UnsettledAttempt extends FinishedAttempt {
  lease: Lease;
}

/** Reports whether an attempt is a deferral that the story of its mail mentions. */
export const isDeferral = ({ lease, outcome }: UnsettledAttempt) =>
  isTransactional(lease) && outcome.state === 'deferred';

/** Returns the contacts whose mails a server rejected. */
export const bouncedContacts = (ended: readonly UnsettledAttempt[]): number[] =>
  ended.flatMap(({ lease, outcome, contactId }) =>
    outcome.state === 'failed' && outcome.code !== undefined && !isTrial(lease) ? contactId : [],
  );

/** Mails of a sendout that were settled together. */
export interface SettledSendout {
  accountId: number;
  mailingId: number;
  /** How many of them servers rejected. */
  bounces: number;
}

/** Returns the sendouts to which attempts belong. */
export function settledSendouts(ended: readonly UnsettledAttempt[]): SettledSendout[] {
  const ofSendouts = ended.filter(({ lease }) => isCampaign(lease));
  const bySendout = Map.groupBy(ofSendouts, ({ lease }) => `${lease.account.id} ${lease.mailing.id}`);
  return Array.from(bySendout.values(), (attempts) => ({
    accountId: attempts[0]!.lease.account.id,
    mailingId: attempts[0]!.lease.mailing.id,
    bounces: attempts.filter(({ outcome }) => diagnose(outcome) !== undefined).length,
  }));
}
