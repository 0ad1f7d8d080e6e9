import { findAccount } from '../../account/index.ts';
import { readPresent } from '../../platform/database/present.ts';
import { retrying } from '../../platform/database/retry.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { JobHandler } from '../../platform/queue/job.ts';
import { queueDeliveries } from '../deliveries/queue.ts';
import { findLastMail, lockPolicy, type SunsetPolicy, sunsetObstacle } from './policy.ts';
import { beginRests, forgetWoken, recordAsked } from './round.ts';
import { nextRound, queueRound, sunsetKind } from './settings.ts';
import { findDue } from './stages.ts';

/**
 * Looks at the contacts of an account once a day, some of them in each transaction, together with the end of the job and the
 * plan of the next one. A contact is recorded as asked in the transaction that queues its last mail, so that nobody gets two.
 * @param keptDays how long events are kept; undefined for ever
 * @param wake starts the delivery of what was queued
 */
export function sunsetJob(keptDays: number | undefined, wake: () => void): JobHandler<object> {
  return {
    ...sunsetKind,
    concurrency: 2,
    async run(db, _payload, { accountId, complete }) {
      let hasQueued = false;
      await retrying(() =>
        db.transaction().execute(async (transaction) => {
          const policy = await lockPolicy(transaction, accountId);
          hasQueued = policy?.active === true && (await lookAtNext(transaction, policy, keptDays));
          await complete(transaction);
        }),
      );
      if (hasQueued) wake();
    },
    /** The next day is tried as usual. */
    async giveUp(db, _payload, accountId) {
      const policy = await lockPolicy(db, accountId);
      if (policy?.active) await endRound(db, policy);
    },
  };
}

/** Looks at the next contacts, and plans what follows. Returns whether mails were queued. */
async function lookAtNext(db: Db, policy: SunsetPolicy, keptDays: number | undefined): Promise<boolean> {
  const { account_id, days, looked_to: after } = policy;
  const mailing = await findLastMail(db, account_id, policy);
  const isHeldBack = sunsetObstacle(policy, mailing, keptDays) !== undefined;
  const most = isHeldBack ? 0 : Math.max(0, policy.daily_limit - policy.asked);
  const found = await findDue(db, account_id, { days, mailing }, { after, most });
  if (found === undefined) {
    await endRound(db, policy);
    return false;
  }
  const { due, last } = found;
  await forgetWoken(db, policy, { after, last });
  await beginRests(db, policy, { after, last });
  const queues = due.length > 0 && mailing !== undefined;
  if (due.length > 0) await recordAsked(db, policy, due);
  if (queues) await queueDeliveries(db, mailing, due, { kind: 'run', plannedAt: await readPresent(db) });
  await db
    .updateTable('sunset_policy')
    .set({ looked_to: last, asked: policy.asked + due.length })
    .where('account_id', '=', account_id)
    .execute();
  await queueRound(db, account_id, await readPresent(db));
  return queues;
}

/** Ends the round of a day and plans the next one. */
async function endRound(db: Db, { account_id }: SunsetPolicy): Promise<void> {
  const { time_zone } = await findAccount(db, account_id);
  const next_at = nextRound(time_zone, await readPresent(db));
  await db
    .updateTable('sunset_policy')
    .set({ looked_to: 0, asked: 0, next_at })
    .where('account_id', '=', account_id)
    .execute();
  await queueRound(db, account_id, next_at);
}
