import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { totalOf } from '../../platform/database/total.ts';
import { type Contact, type ContactCondition, contactsMatching } from './store.ts';

/** One page, the first has the index 1. */
interface Page {
  page_size: number;
  page_index: number;
}

/** A page of the contacts that fulfil a condition, by id; and how many there are on all pages. */
export async function pageOfContacts(
  db: Db,
  accountId: number,
  condition: ContactCondition,
  page: Page,
): Promise<{ items: Contact[]; total: number }> {
  const { page_size, page_index } = page;
  // The pages before this one are skipped in the index alone; whole rows are read for this page only.
  const ids = contactsMatching(db, accountId, condition)
    .select('id')
    .orderBy('id')
    .limit(page_size)
    .offset((page_index - 1) * page_size);
  const items = await db
    .selectFrom('contact')
    .innerJoin(ids.as('page'), 'page.id', 'contact.id')
    .selectAll('contact')
    .where('contact.account_id', '=', accountId)
    .orderBy('contact.id')
    .execute();
  const count = contactsMatching(db, accountId, condition).select(sql<number>`count(*)`.as('total'));
  return { items, total: await totalOf(items, page, async () => (await count.executeTakeFirstOrThrow()).total) };
}

/** Every contact. */
const everyone: ContactCondition = (contact) => contact.val(true);

/** Contacts that changed after a time; all when there is none. */
export function updatedAfter(time: Date | undefined): ContactCondition {
  if (time === undefined) return everyone;
  return (contact) => contact('contact.updated_at', '>', time);
}

/** Contacts with a text in their address, external id or name; anonymous ones have none. */
export function addressContains(text: string): ContactCondition {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return (contact) =>
    contact.and([
      contact('contact.anonymous', '=', false),
      contact.or([
        contact('contact.email_folded', 'like', pattern.toLowerCase()),
        contact('contact.external_id', 'ilike', pattern),
        ...['FIRSTNAME', 'LASTNAME', 'FULLNAME'].map(
          (field) => sql<boolean>`contact.standard_fields ->> ${field} ilike ${pattern}`,
        ),
      ]),
    ]);
}

export const blocked: ContactCondition = (contact) => contact('contact.blocked_at', 'is not', null);

/** The next contacts by id that are not anonymous, at most `limit`. */
export async function contactsAfter(db: Db, accountId: number, id: number, limit: number): Promise<Contact[]> {
  const condition: ContactCondition = (contact) => contact('contact.anonymous', '=', false);
  return contactsMatching(db, accountId, condition)
    .selectAll()
    .where('id', '>', id)
    .orderBy('id')
    .limit(limit)
    .execute();
}
