import { slowStart } from '../limits/slow-start.ts';
import type { MailRefusal } from '../mail/transport.ts';
import type { ChosenRoute, MailToRoute } from '../relay/router.ts';
import type { StartedAttempt } from './attempts.ts';
import type { Lease } from './lease.ts';
import { finalOutcomeOf, type Outcome, outcomeOf } from './outcome.ts';
import { domainOf, type WaitingRecipient } from './recipients.ts';

/** Mails of a trial, and of all opt-ins together, that are in flight at a time: after a crash, so many at most come twice. */
const mostAwaited = 5;

export const isCampaign = ({ batch }: Lease): boolean => batch.purpose === 'campaign';
export const isTrial = ({ batch }: Lease): boolean => batch.purpose === 'test' || batch.purpose === 'approval';
export const isTransactional = ({ batch }: Lease): boolean => batch.purpose === 'transactional';
/** Reports whether a person waits for the mails: no limit for all mails of the account holds them up. */
export const isAwaited = (lease: Lease): boolean => isTrial(lease) || lease.batch.purpose === 'opt-in';

const isOptIn = ({ batch }: Lease): boolean => batch.purpose === 'opt-in';

/**
 * The recipients of each lease who may go in flight when attempts are settled. Of opt-in mails, whose batches have one
 * recipient each, there are few in flight at a time.
 * @param finished attempts of a lease that are about to be settled
 * @param pausing whether the server takes no mails; somebody who tries a mailing is told so at once
 */
export function countReady(leases: readonly Lease[], finished: (lease: Lease) => number, pausing: boolean): number[] {
  const inFlight = leases.filter(isOptIn).reduce((sum, lease) => sum + inFlightOf(lease, finished(lease)), 0);
  let optIns = mostAwaited - inFlight;
  return leases.map((lease) => {
    const waiting = !lease.makeMail || (pausing && !isTrial(lease)) ? 0 : lease.waiting.length;
    if (!isOptIn(lease)) return waiting;
    const ready = Math.max(0, Math.min(waiting, optIns));
    optIns -= ready;
    return ready;
  });
}

/**
 * Mails of a lease that are in flight when the finished attempts are settled. Of those that somebody waits for, few may stand in
 * flight in the database, so those count that another statement settles.
 */
export function inFlightOf(lease: Lease, finished: number): number {
  return lease.underWay - finished + (isAwaited(lease) ? lease.unsettled : 0);
}

/** Reports whether a mail of a lease is in flight, or not settled. */
export const isBusy = ({ underWay, unsettled }: Lease): boolean => underWay > 0 || unsettled > 0;

/** Mails of a batch that may be in flight at a time. */
export function mostInFlight(lease: Lease, connections: number): number {
  const { mailing, now, startedAt } = lease;
  if (isTrial(lease)) return mostAwaited;
  return startedAt ? slowStart(mailing.speed_level, now().getTime() - startedAt.getTime(), connections) : connections;
}

/** A recipient who is about to go in flight over a relay. */
export type Routed = WaitingRecipient & ChosenRoute;

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
  };
}

export function outcomeFor(
  lease: Lease,
  { first_tried_at }: StartedAttempt,
  { deferrals }: WaitingRecipient,
  refusal: MailRefusal | undefined,
): Outcome {
  return isTrial(lease)
    ? finalOutcomeOf(refusal)
    : outcomeOf(refusal, { deferrals, first_tried_at }, lease.policy, lease.now());
}
