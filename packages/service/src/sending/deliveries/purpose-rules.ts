import { slowStart } from '../limits/slow-start.ts';
import type { MailRefusal } from '../mail/transport.ts';
import type { ChosenRoute, MailToRoute } from '../relay/router.ts';
import type { StartedAttempt } from './attempts.ts';
import type { Lease } from './lease.ts';
import type { Made } from './mail-source.ts';
import { finalOutcomeOf, type Outcome, outcomeOf } from './outcome.ts';
import { domainOf, type WaitingRecipient } from './recipients.ts';

/** Maximum number of mails in flight of a trial, and of all opt-ins together: after a crash, so many may be sent twice. */
const mostAwaited = 5;

export const isCampaign = ({ batch }: Lease): boolean => batch.purpose === 'campaign';
export const isTrial = ({ batch }: Lease): boolean => batch.purpose === 'test' || batch.purpose === 'approval';
export const isTransactional = ({ batch }: Lease): boolean => batch.purpose === 'transactional';
/** Reports whether a person waits for the mails. Limits for all mails of the account do not apply to them. */
export const isAwaited = (lease: Lease): boolean => isTrial(lease) || lease.batch.purpose === 'opt-in';

const isOptIn = ({ batch }: Lease): boolean => batch.purpose === 'opt-in';

/**
 * Returns the number of recipients of each lease who may go in flight when attempts are settled. Of opt-in mails, whose batches
 * have one recipient each, few are in flight at a time.
 * @param finished attempts of a lease that are about to be settled
 */
export function countReady(leases: readonly Lease[], finished: (lease: Lease) => number): number[] {
  const inFlight = leases.filter(isOptIn).reduce((sum, lease) => sum + inFlightOf(lease, finished(lease)), 0);
  let optIns = mostAwaited - inFlight;
  return leases.map((lease) => {
    const waiting = lease.makeMail ? lease.waiting.length : 0;
    if (!isOptIn(lease)) return waiting;
    const ready = Math.max(0, Math.min(waiting, optIns));
    optIns -= ready;
    return ready;
  });
}

/**
 * Returns the number of mails of a lease in flight once the finished attempts are settled. Of mails that a person waits for, few
 * may be recorded as in flight, so those that another statement settles count too.
 */
export function inFlightOf(lease: Lease, finished: number): number {
  return lease.underWay - finished + (isAwaited(lease) ? lease.unsettled : 0);
}

/** Returns the maximum number of mails of a batch in flight. */
export function mostInFlight(lease: Lease, connections: number): number {
  const { mailing, now, startedAt } = lease;
  if (isTrial(lease)) return mostAwaited;
  return startedAt ? slowStart(mailing.speed_level, now().getTime() - startedAt.getTime(), connections) : connections;
}

/** A recipient who is about to go in flight over a relay. */
export interface Routed extends WaitingRecipient, ChosenRoute {
  /** The mail, if it is made before the recipient is in flight. */
  ahead: Promise<Made> | undefined;
}

/** Returns the properties of a mail that select its relay. */
export function routingOf(lease: Lease, recipient: WaitingRecipient): MailToRoute {
  const domain = domainOf(recipient);
  const { account, mailing, relay } = lease;
  return {
    accountId: account.id,
    mailingId: mailing.id,
    domain,
    relay,
    isBulk: isCampaign(lease),
    isAwaited: isAwaited(lease),
    isTrial: isTrial(lease),
    deferrals: recipient.deferrals,
  };
}

export function outcomeFor(
  lease: Lease,
  { first_tried_at }: StartedAttempt,
  { deferrals, uncertain }: WaitingRecipient,
  refusal: MailRefusal | undefined,
): Outcome {
  return isTrial(lease)
    ? finalOutcomeOf(refusal)
    : outcomeOf(refusal, { deferrals, uncertain, first_tried_at }, lease.policy, lease.now());
}
