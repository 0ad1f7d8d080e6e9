import type { Db } from '../../platform/database/schema.ts';
import type { LimitGate } from '../limits/gate.ts';
import type { Router } from '../relay/router.ts';
import type { Lease } from './lease.ts';
import { postponeRecipients } from './postpone.ts';
import { isAwaited, routingOf } from './purpose-rules.ts';
import { domainOf, type WaitingRecipient } from './recipients.ts';

/** Postpones recipients whom a limit of the account holds back, so that their batches are released. */
export async function postponeBlocked(db: Db, gate: LimitGate, leases: readonly Lease[]): Promise<void> {
  for (const lease of leases) {
    const { id } = lease.account;
    const limitOf = (recipient: WaitingRecipient) => gate.blockedBy(id, domainOf(recipient), isAwaited(lease));
    const relearn = () => gate.relearn(db, id);
    await postpone(db, lease, limitOf, relearn, (name, count) => gate.later(id, name, count));
  }
}

/** Postpones recipients whom the limits of all their relays hold back. */
export async function postponeHeldBack(db: Db, router: Router, leases: readonly Lease[]): Promise<void> {
  for (const lease of leases) {
    if (!router.holdsBack) return;
    const limitOf = (recipient: WaitingRecipient) => router.heldBackBy(routingOf(lease, recipient));
    const relearn = () => router.relearn(db);
    await postpone(db, lease, limitOf, relearn, (route, count) => router.later(route, count));
  }
}

async function postpone<Limit>(
  db: Db,
  lease: Lease,
  limitOf: (recipient: WaitingRecipient) => Limit | undefined,
  relearn: () => Promise<void>,
  timesOf: (limit: Limit, count: number) => Date[],
): Promise<void> {
  if (!lease.waiting.some((recipient) => limitOf(recipient) !== undefined)) return;
  // Removing a limit wakes the recipients who wait for it, but not those who are postponed by an outdated copy of it.
  await relearn();
  const blocked = Map.groupBy(lease.waiting, limitOf);
  const free = blocked.get(undefined) ?? [];
  if (free.length === lease.waiting.length) return;
  blocked.delete(undefined);
  const later = Array.from(blocked, ([limit, recipients]) => {
    const times = timesOf(limit!, recipients.length);
    return recipients.map(({ id, contact_id }, at) => ({ id, contact_id, next_at: times[at]! }));
  });
  await postponeRecipients(db, lease.batches, later.flat());
  lease.waiting = free;
}
