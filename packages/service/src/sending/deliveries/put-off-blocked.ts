import type { Db } from '../../platform/database/schema.ts';
import type { LimitGate } from '../limits/gate.ts';
import type { Lease } from './lease.ts';
import { postponeRecipients } from './postpone.ts';
import { isAwaited } from './purpose-rules.ts';
import { domainOf, type Waiting } from './recipients.ts';

/** Lets recipients wait in the database whom a limit holds back, so that their batches hold up nobody else. */
export async function putOffBlocked(db: Db, gate: LimitGate, leases: readonly Lease[]): Promise<void> {
  for (const lease of leases) {
    const { id } = lease.account;
    const limitOf = (recipient: Waiting) => gate.blockedBy(id, domainOf(recipient), isAwaited(lease));
    if (!lease.waiting.some((recipient) => limitOf(recipient) !== undefined)) continue;
    // An operator who takes a limit away calls back who waits for it, but not who is put off after that.
    await gate.relearn(db, id);
    const blocked = Map.groupBy(lease.waiting, limitOf);
    const free = blocked.get(undefined) ?? [];
    if (free.length === lease.waiting.length) continue;
    blocked.delete(undefined);
    const later = Array.from(blocked, ([name, recipients]) => {
      const times = gate.later(id, name!, recipients.length);
      return recipients.map(({ id, contact_id }, at) => ({ id, contact_id, next_at: times[at]! }));
    });
    await postponeRecipients(db, lease.batch, later.flat());
    lease.waiting = free;
  }
}
