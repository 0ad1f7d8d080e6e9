import type { Selectable } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import type { Mailing } from '../store.ts';
import type { MailingScheduleTable } from '../tables.ts';

type Owner = Pick<Mailing, 'account_id' | 'id'>;
/** How and in which state a mailing is scheduled; its time is the mailing's `schedule_time`. */
export type Schedule = Selectable<MailingScheduleTable>;

export async function findSchedule(db: Db, { account_id, id }: Owner): Promise<Schedule | undefined> {
  return db
    .selectFrom('mailing_schedule')
    .selectAll()
    .where('account_id', '=', account_id)
    .where('mailing_id', '=', id)
    .executeTakeFirst();
}

/** Replaces an existing schedule. */
export async function putSchedule(
  db: Db,
  { account_id, id: mailing_id }: Owner,
  schedule: Omit<Schedule, 'account_id' | 'mailing_id'>,
): Promise<void> {
  await db
    .insertInto('mailing_schedule')
    .values({ account_id, mailing_id, ...schedule })
    .onConflict((conflict) => conflict.columns(['account_id', 'mailing_id']).doUpdateSet(schedule))
    .execute();
}

/** Records whether a due schedule was fired. */
export async function settleSchedule(db: Db, { account_id, id }: Owner, state: 'fired' | 'misfired'): Promise<void> {
  await db
    .updateTable('mailing_schedule')
    .set({ state })
    .where('account_id', '=', account_id)
    .where('mailing_id', '=', id)
    .execute();
}

export async function deleteSchedule(db: Db, { account_id, id }: Owner): Promise<void> {
  await db.deleteFrom('mailing_schedule').where('account_id', '=', account_id).where('mailing_id', '=', id).execute();
}
