import { type Kysely, type Selectable, sql } from 'kysely';
import type { Schema, SubscriptionTable } from '../platform/database/schema.ts';
import { type ContactFilter, contactsOfReport } from './contact.ts';
import type { Interval } from './interval.ts';

type Db = Kysely<Schema>;

export interface SubscriptionFilter extends Interval {
  mailingIds: number[];
  contacts: ContactFilter;
}

/** One page of an account's subscriptions by time, the first page has the index 1. */
export async function pageOfSubscriptions(
  db: Db,
  accountId: number,
  filter: SubscriptionFilter,
  page: { page_size: number; page_index: number },
): Promise<Selectable<SubscriptionTable>[]> {
  return subscriptions(db, accountId, filter)
    .selectAll()
    .orderBy('at')
    .orderBy('id')
    .limit(page.page_size)
    .offset((page.page_index - 1) * page.page_size)
    .execute();
}

export async function countSubscriptions(db: Db, accountId: number, filter: SubscriptionFilter): Promise<number> {
  const { count } = await subscriptions(db, accountId, filter)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

function subscriptions(db: Db, accountId: number, { from, to, mailingIds, contacts }: SubscriptionFilter) {
  const of = contactsOfReport(db, accountId, contacts);
  let query = db.selectFrom('subscription').where('account_id', '=', accountId);
  if (from) query = query.where('at', '>=', from);
  if (to) query = query.where('at', '<', to);
  if (mailingIds.length > 0) query = query.where('mailing_id', 'in', mailingIds);
  if (of) query = query.where('contact_id', 'in', of);
  return query;
}
