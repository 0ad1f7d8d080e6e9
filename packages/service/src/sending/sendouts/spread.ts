import { sql } from 'kysely';
import { findAccount } from '../../account/index.ts';
import { bestTime, dueTimes, findSchedule, type Mailing, type Schedule, slicesOf } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { responsesOf } from '../../tracking/index.ts';
import { batchSize } from '../deliveries/queue.ts';

/** Contacts whose openings or clicks are read at a time. */
const pageSize = 1000;

/**
 * Puts the recipients of a mailing into batches: all due at once, or in the slices of the schedule that has fired. A
 * slice that has passed meanwhile is due at once.
 */
export async function batchRecipients(db: Db, mailing: Mailing): Promise<void> {
  const schedule = await findSchedule(db, mailing);
  const { account_id, id, schedule_time } = mailing;
  const { time_zone } = await findAccount(db, account_id);
  const fired = schedule?.state === 'fired' && schedule_time !== null;
  const slices = fired ? slicesOf(schedule, schedule_time, time_zone) : [];
  if (!fired || schedule.dispatch_option === null || slices.length === 0) return insertBatches(db, mailing);
  const contactIds = await recipientIds(db, account_id, id);
  const best =
    schedule.dispatch_option === 'uniform'
      ? contactIds.map(() => undefined)
      : await bestTimes(db, schedule, contactIds, time_zone);
  const due = dueTimes(schedule.dispatch_option, schedule.waves_group, slices, best);
  await insertBatches(
    db,
    mailing,
    contactIds.map((contact_id, index) => ({ contact_id, due_at: due[index]! })),
  );
}

async function recipientIds(db: Db, accountId: number, mailingId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('recipient')
    .select('contact_id')
    .where('account_id', '=', accountId)
    .where('mailing_id', '=', mailingId)
    .orderBy('contact_id')
    .execute();
  return rows.map(({ contact_id }) => contact_id);
}

/** When each of the contacts responds most, in their order. */
async function bestTimes(db: Db, schedule: Schedule, contactIds: readonly number[], zone: string) {
  const { account_id, clicks_as_reference, dispatch_option } = schedule;
  const best: ReturnType<typeof bestTime>[] = [];
  for (let from = 0; from < contactIds.length; from += pageSize) {
    const page = contactIds.slice(from, from + pageSize);
    const responses = await responsesOf(db, account_id, page, clicks_as_reference ? 'click' : 'opening');
    for (const contactId of page) best.push(bestTime(dispatch_option, responses.get(contactId) ?? [], zone));
  }
  return best;
}

/** @param due when the mail of each recipient is due; absent when all of them are now */
async function insertBatches(
  db: Db,
  { account_id, id }: Mailing,
  due?: readonly { contact_id: number; due_at: Date }[],
): Promise<void> {
  const recipients =
    due === undefined
      ? sql`select contact_id, now() as due_at from recipient where account_id = ${account_id} and mailing_id = ${id}`
      : sql`select * from json_to_recordset(${JSON.stringify(due)}::json) as due (contact_id int8, due_at timestamptz)`;
  await sql`
    insert into recipient_batch (account_id, mailing_id, contact_ids, due_at)
    select ${account_id}::int8, ${id}::int8, array_agg(contact_id order by contact_id), due_at
    from (
      select contact_id, due_at,
        (row_number() over (partition by due_at order by contact_id) - 1) / ${batchSize} as number
      from (${recipients}) as recipients
    ) as numbered
    group by due_at, number order by due_at, number`.execute(db);
}
