import { findAccount } from '../../account/index.ts';
import { type ContactFilter, memberCondition } from '../../audiences/index.ts';
import { findSchedule, type Mailing, type SendingSlice, slicesOf } from '../../mailings/index.ts';
import { contactsMatching } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { responsesOf } from '../../tracking/index.ts';
import { batchSize } from '../deliveries/queue.ts';
import { bestTime, evenlySpreadSlices, sliceAt } from './due-times.ts';
import { type LocalWaves, planScheduled } from './local-waves.ts';

/** Contacts that are read at a time. */
const pageSize = 1000;

/** How the sendout of a schedule that has fired is spread: over slices of time, or by the clock where each contact is. */
export type Spread = SliceSpread | LocalWaves;

export interface SliceSpread {
  /** The slice of the `index`-th recipient of so many that have none of their own. */
  evenly(count: number): (index: number) => SendingSlice;
  /** The slices at the best times of contacts, by their ids; who never responded is not among them. */
  own: ReadonlyMap<number, SendingSlice>;
}

/**
 * How a mailing is to be spread; undefined when all mails go out at once. It may read what all members of the filter did
 * with their mails, so it is to be called before the mailing is locked.
 */
export async function spreadOf(db: Db, mailing: Mailing, filter: ContactFilter): Promise<Spread | undefined> {
  const schedule = await findSchedule(db, mailing);
  const { account_id, schedule_time } = mailing;
  if (schedule?.state !== 'fired' || schedule_time === null) return undefined;
  const { dispatch_option: option, waves_group, clicks_as_reference } = schedule;
  if (option === 'localtime') return planScheduled(db, mailing, schedule, filter);
  const { time_zone } = await findAccount(db, account_id);
  const slices = slicesOf(schedule, schedule_time, time_zone);
  if (option === null || slices.length === 0) return undefined;
  const own = new Map<number, SendingSlice>();
  if (option !== 'uniform') {
    const reference = clicks_as_reference ? 'click' : 'opening';
    for await (const page of pages((last) => membersBehind(db, account_id, filter, last))) {
      for (const [contactId, times] of await responsesOf(db, account_id, page, reference)) {
        const slice = sliceAt(option, slices, bestTime(option, times, time_zone));
        if (slice) own.set(contactId, slice);
      }
    }
  }
  return { own, evenly: (count) => evenlySpreadSlices(option, waves_group, slices, count) };
}

/**
 * Distributes the recipients of a mailing over batches, in the slices of its schedule. A slice whose time has passed is due
 * at once. Only a page of recipients and an unfilled batch are in memory.
 */
export async function spreadRecipients(db: Db, mailing: Mailing, { own, evenly }: SliceSpread): Promise<void> {
  const recipients = () => pages((last) => recipientsBehind(db, mailing, last));
  let others = 0;
  for await (const page of recipients()) others += page.filter((contactId) => !own.has(contactId)).length;
  const sliceOfOther = evenly(others);
  const unfilled = new Map<SendingSlice, number[]>();
  let index = 0;
  for await (const page of recipients()) {
    const full: [SendingSlice, number[]][] = [];
    for (const contactId of page) {
      const slice = own.get(contactId) ?? sliceOfOther(index++);
      const batch = unfilled.get(slice) ?? [];
      batch.push(contactId);
      unfilled.set(slice, batch);
      if (batch.length < batchSize) continue;
      full.push([slice, batch]);
      unfilled.delete(slice);
    }
    await insertBatches(db, mailing, full);
  }
  await insertBatches(db, mailing, [...unfilled]);
}

/** Pages of ids in ascending order, each behind the last id of the one before. */
async function* pages(read: (last: number) => Promise<number[]>): AsyncGenerator<number[]> {
  for (let last = 0; ; ) {
    const page = await read(last);
    if (page.length > 0) yield page;
    if (page.length < pageSize) return;
    last = page.at(-1)!;
  }
}

async function membersBehind(db: Db, accountId: number, filter: ContactFilter, last: number): Promise<number[]> {
  const rows = await contactsMatching(db, accountId, memberCondition(filter))
    .select('contact.id')
    .where('contact.id', '>', last)
    .orderBy('contact.id')
    .limit(pageSize)
    .execute();
  return rows.map(({ id }) => id);
}

async function recipientsBehind(db: Db, { account_id, id }: Mailing, last: number): Promise<number[]> {
  const rows = await db
    .selectFrom('recipient')
    .select('contact_id')
    .where('account_id', '=', account_id)
    .where('mailing_id', '=', id)
    .where('purpose', '=', 'campaign')
    .where('contact_id', '>', last)
    .orderBy('contact_id')
    .limit(pageSize)
    .execute();
  return rows.map(({ contact_id }) => contact_id);
}

async function insertBatches(db: Db, { account_id, id }: Mailing, batches: [SendingSlice, number[]][]): Promise<void> {
  if (batches.length === 0) return;
  const rows = batches
    .sort(([one], [other]) => one.at.getTime() - other.at.getTime())
    .map(([{ at }, contact_ids]) => ({ account_id, mailing_id: id, contact_ids, due_at: at }));
  await db.insertInto('recipient_batch').values(rows).execute();
}
