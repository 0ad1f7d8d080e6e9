import { slowStart } from '../limits/pace.ts';
import type { MailRefusal } from '../mail/transport.ts';
import type { StartedAttempt } from './attempts.ts';
import type { Lease } from './lease.ts';
import { finalOutcomeOf, type Outcome, outcomeOf } from './outcome.ts';
import type { Waiting } from './recipients.ts';

/** Mails of a trial that are in flight at a time; after a crash, so many at most come twice. */
const mostOfTrial = 5;

export const isCampaign = ({ batch }: Lease): boolean => batch.purpose === 'campaign';
export const isTrial = ({ batch }: Lease): boolean => batch.purpose === 'test' || batch.purpose === 'approval';
/** Whether a person waits for the mails: no limit for all mails of the account holds them up. */
export const isAwaited = (lease: Lease): boolean => isTrial(lease) || lease.batch.purpose === 'opt-in';

/** Mails of a batch that may be in flight at a time. */
export function mostInFlight(lease: Lease, connections: number): number {
  const { mailing, now, startedAt } = lease;
  if (isTrial(lease)) return mostOfTrial;
  return startedAt ? slowStart(mailing.speed_level, now().getTime() - startedAt.getTime(), connections) : connections;
}

export function outcomeFor(
  lease: Lease,
  { first_tried_at }: StartedAttempt,
  { deferrals }: Waiting,
  refusal: MailRefusal | undefined,
): Outcome {
  return isTrial(lease)
    ? finalOutcomeOf(refusal)
    : outcomeOf(refusal, { deferrals, first_tried_at }, lease.policy, lease.now());
}
