import { findAccount } from '../../account/index.ts';
import { nextRun } from '../../mailings/index.ts';
import { readPresent } from '../../platform/database/present.ts';
import type { Db } from '../../platform/database/schema.ts';
import { cancelJob, enqueue } from '../../platform/queue/enqueue.ts';
import { lockPolicy, type SunsetSettings } from './policy.ts';

/** The kind of the jobs that look at the contacts of an account every day. */
export const sunsetKind = { kind: 'sunset' };

/** Each account has one such job. */
const key = 'policy';

/** People read mail in the morning; `hours` of the account's time zone. */
const daily = { repeat: 'DAY', hours: 9, minutes: 0, day_of_month: null, day_of_week: null } as const;

/** Returns when contacts are looked at next after an instant. */
export const nextRound = (zone: string, after: Date): Date => nextRun(daily, zone, after);

/** Plans the job of an account. */
export const queueRound = (db: Db, accountId: number, dueAt: Date): Promise<void> =>
  enqueue(db, sunsetKind, { accountId, key, payload: {}, dueAt });

/** Sets the policy of an account, which must be locked. Whoever switches it off wakes everybody who rests. */
export async function setPolicy(db: Db, accountId: number, settings: SunsetSettings): Promise<void> {
  const { active } = settings;
  const former = await lockPolicy(db, accountId);
  const { time_zone } = await findAccount(db, accountId);
  const next_at = active ? (former?.active && former.next_at) || nextRound(time_zone, await readPresent(db)) : null;
  const progress = former?.active && active ? {} : { looked_to: 0, asked: 0 };
  await db
    .insertInto('sunset_policy')
    .values({ account_id: accountId, ...settings, next_at })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ ...settings, ...progress, next_at }))
    .execute();
  if (next_at === null) return wakeAll(db, accountId);
  if (!former?.active) await queueRound(db, accountId, next_at);
}

/** Deletes the policy of an account and wakes everybody who rests. */
export async function deletePolicy(db: Db, accountId: number): Promise<void> {
  if (!(await lockPolicy(db, accountId))) return;
  await db.deleteFrom('sunset_policy').where('account_id', '=', accountId).execute();
  await wakeAll(db, accountId);
}

/** What a round has found goes too: with a new policy, contacts begin anew. */
async function wakeAll(db: Db, accountId: number): Promise<void> {
  await db.deleteFrom('sunset_contact').where('account_id', '=', accountId).execute();
  await cancelJob(db, sunsetKind, accountId, key);
}
