import { sql } from 'kysely';
import { findAccount } from '../../account/index.ts';
import { type ContactFilter, memberCondition } from '../../audiences/index.ts';
import { type BestTime, bestTime, dueTimes, findSchedule, type Mailing, slicesOf } from '../../mailings/index.ts';
import { matching } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { responsesOf } from '../../tracking/index.ts';
import { batchSize } from '../deliveries/queue.ts';

/** Contacts whose openings or clicks are read at a time. */
const pageSize = 1000;

/** When contacts respond most, by their ids; those who never did are not among them. */
export type BestTimes = ReadonlyMap<number, BestTime>;

/**
 * When the members of a mailing's filter respond most, if its schedule asks for that. It may read the history of all of
 * them, so it is to be called before the mailing is locked.
 */
export async function bestTimesOf(db: Db, mailing: Mailing, filter: ContactFilter): Promise<BestTimes> {
  const best = new Map<number, BestTime>();
  const schedule = await findSchedule(db, mailing);
  const option = schedule?.state === 'fired' ? schedule.dispatch_option : null;
  if (option === null || option === 'uniform') return best;
  const { time_zone } = await findAccount(db, mailing.account_id);
  const reference = schedule!.clicks_as_reference ? 'click' : 'opening';
  for (let last = 0; ; ) {
    const page = await membersBehind(db, mailing.account_id, filter, last);
    const responses = await responsesOf(db, mailing.account_id, page, reference);
    for (const [contactId, times] of responses) best.set(contactId, bestTime(option, times, time_zone)!);
    if (page.length < pageSize) return best;
    last = page.at(-1)!;
  }
}

async function membersBehind(db: Db, accountId: number, filter: ContactFilter, last: number): Promise<number[]> {
  const rows = await matching(db, accountId, memberCondition(filter))
    .select('contact.id')
    .where('contact.id', '>', last)
    .orderBy('contact.id')
    .limit(pageSize)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Puts the recipients of a mailing into batches: all due at once, or in the slices of the schedule that has fired. A
 * slice that has passed meanwhile is due at once.
 * @param best of those who have a history
 */
export async function batchRecipients(db: Db, mailing: Mailing, best: BestTimes): Promise<void> {
  const schedule = await findSchedule(db, mailing);
  const { account_id, id, schedule_time } = mailing;
  const { time_zone } = await findAccount(db, account_id);
  const fired = schedule?.state === 'fired' && schedule_time !== null;
  const slices = fired ? slicesOf(schedule, schedule_time, time_zone) : [];
  if (!fired || schedule.dispatch_option === null || slices.length === 0) return insertBatches(db, mailing);
  const contactIds = await recipientIds(db, account_id, id);
  const times = contactIds.map((id) => best.get(id));
  const due = dueTimes(schedule.dispatch_option, schedule.waves_group, slices, times);
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
