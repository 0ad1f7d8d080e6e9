import { retrying } from '../../platform/database/retry.ts';
import type { Db } from '../../platform/database/schema.ts';
import { applyBouncePolicy } from '../bounces/policy.ts';
import { recordDeferrals } from '../stories/deferrals.ts';
import { type StartedAttempt, settleAndStart } from './attempts.ts';
import { limitedContacts, lockLimited } from './delivery-limit.ts';
import type { Lease } from './lease.ts';
import type { WaitingRecipient } from './recipients.ts';
import { bouncedContacts, isDeferral, type UnsettledAttempt } from './unsettled.ts';

/**
 * Settles attempts of several accounts and lets recipients of several leases go in flight, all of it or nothing: in one
 * statement, if there is one account and mailing, whose mails to a contact are not limited.
 */
export async function settleRound(
  db: Db,
  ended: readonly UnsettledAttempt[],
  selected: ReadonlyMap<Lease, WaitingRecipient[]>,
): Promise<Map<Lease, StartedAttempt[]>> {
  const started = new Map<Lease, StartedAttempt[]>();
  // Accounts without recipients to start only settle.
  const steps: [accountId: number, Lease | undefined][] = Array.from(selected.keys(), (lease) => [
    lease.account.id,
    lease,
  ]);
  for (const { lease } of ended) {
    if (!steps.some(([accountId]) => accountId === lease.account.id)) steps.push([lease.account.id, undefined]);
  }
  const limited = [...selected].flatMap(([{ limitScope, mailing }, waiting]) =>
    limitScope ? limitedContacts(limitScope, mailing, waiting) : [],
  );
  const take = async (connection: Db) => {
    if (limited.length > 0) await lockLimited(connection, limited);
    const rest = new Set(ended);
    for (const [accountId, lease] of steps) {
      const finished = [...rest].filter((attempt) => attempt.lease.account.id === accountId);
      for (const attempt of finished) rest.delete(attempt);
      const next = lease && { ...lease, waiting: selected.get(lease)! };
      const rows = await settleAndStart(connection, accountId, finished, next);
      await recordDeferrals(connection, accountId, finished.filter(isDeferral));
      await applyBouncePolicy(connection, accountId, bouncedContacts(finished));
      if (lease) started.set(lease, rows);
    }
  };
  const isOneStatement = steps.length === 1 && limited.length === 0 && !ended.some(isDeferral);
  await retrying(() => (isOneStatement ? take(db) : db.transaction().execute(take)));
  return started;
}
