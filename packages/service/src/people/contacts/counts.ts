import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { type ContactCondition, contactsMatching } from './store.ts';

/** How many contacts fulfil a condition. Where it is on ids alone, the database need not read the contacts. */
export async function totalOfContacts(db: Db, accountId: number, condition: ContactCondition): Promise<number> {
  const { total } = await contactsMatching(db, accountId, condition)
    .select((contact) => contact.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Numbers of contacts, and of those among them that may get a regular mailing. */
export interface ContactCounts {
  all: number;
  active: number;
}

/** Whether a contact may get a regular mailing. */
export const isActive = sql<boolean>`(permission > 1 and unsubscribed_at is null and blocked_at is null)`;

/** How many contacts fulfil a condition, and how many of them may get a regular mailing. */
export async function countContacts(db: Db, accountId: number, condition: ContactCondition): Promise<ContactCounts> {
  return contactsMatching(db, accountId, condition)
    .select([sql<number>`count(*)`.as('all'), sql<number>`count(*) filter (where ${isActive})`.as('active')])
    .executeTakeFirstOrThrow();
}
