import { isSenderReason } from '../bounces/reading/reasons.ts';
import { diagnose, type FinishedAttempt } from './attempts.ts';
import type { Lease } from './lease.ts';
import { isTransactional, isTrial } from './purpose-rules.ts';

/** An attempt that is over and not written down yet. */
export interface UnsettledAttempt extends FinishedAttempt {
  lease: Lease;
}

/** A deferral that the story of its mail tells of. */
export const isDeferral = ({ lease, outcome }: UnsettledAttempt) =>
  isTransactional(lease) && outcome.state === 'deferred';

/** Contacts whose mails a server refused for good. */
export const bouncedContacts = (ended: readonly UnsettledAttempt[]): number[] =>
  ended.flatMap(({ lease, outcome, contactId }) =>
    outcome.state === 'failed' && outcome.code !== undefined && !isTrial(lease) ? contactId : [],
  );

/** Leases of which a server refused the sender of a mail; one of each mailing. */
export function leasesWithRefusedSender(ended: readonly UnsettledAttempt[]): Iterable<Lease> {
  const refused = ended.filter(({ outcome }) => isSenderReason(diagnose(outcome)?.reason));
  return new Map(refused.map(({ lease }) => [`${lease.account.id} ${lease.mailing.id}`, lease])).values();
}
