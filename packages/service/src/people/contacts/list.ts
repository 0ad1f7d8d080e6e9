import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { listKey } from '../../platform/lists/list-key.ts';
import { PageStarts } from '../../platform/lists/page-starts.ts';
import { perDatabase } from '../../platform/lists/per-database.ts';
import { rememberTotals } from '../../platform/lists/remembered-totals.ts';
import { totalOf } from '../../platform/lists/total.ts';
import { escapeLike } from '../../platform/text/match.ts';
import { type Contact, type ContactCondition, columnNames, contactsMatching } from './store.ts';

/** One page, the first has the index 1. */
interface Page {
  page_size: number;
  page_index: number;
}

/** How old the total and the place of a page may be, of lists with 10,000 contacts and more. */
const keptMillis = 5000;
const rememberedTotal = rememberTotals({ large: 10_000, keptMillis });
const pageStarts = new PageStarts(keptMillis);

/** How often requests to this process have changed contacts of each account. */
const changesOf = perDatabase(() => new Map<number, number>());
const countChanges = (db: Db, accountId: number) => changesOf(db).get(accountId) ?? 0;

/** Has remembered totals of the account's contacts counted anew. To be called when a change is committed. */
export function forgetContactTotals(db: Db, accountId: number): void {
  changesOf(db).set(accountId, countChanges(db, accountId) + 1);
}

/** A page of the contacts that fulfil a condition, by id and with some columns; and how many there are on all pages. */
export async function pageOfContacts<Column extends keyof Contact>(
  db: Db,
  accountId: number,
  condition: ContactCondition,
  page: Page,
  columns: readonly Column[],
): Promise<{ items: Pick<Contact, Column | 'id'>[]; total: number }> {
  const { page_size, page_index } = page;
  const count = contactsMatching(db, accountId, condition).select(sql<number>`count(*)`.as('total'));
  const what = listKey(count.compile());
  const before = (page_index - 1) * page_size;
  const start = await pageStarts.find(
    db,
    { what, idBehind: (after, skipped) => idBehind(db, accountId, condition, after, skipped) },
    before,
  );
  const rows = contactsBehind(db, accountId, condition, start.after).limit(page_size);
  // The contacts before the page are skipped in the index alone; whole rows are read for this page only.
  const ids = rows.select('contact.id').offset(start.skipped);
  const query =
    start.skipped === 0
      ? rows.select(columnNames(columns))
      : db
          .selectFrom('contact')
          .innerJoin(ids.as('page'), 'page.id', 'contact.id')
          .select(columnNames(columns))
          .where('contact.account_id', '=', accountId)
          .orderBy('contact.id');
  const items = (await query.execute()) as unknown as Pick<Contact, Column | 'id'>[];
  pageStarts.note(
    db,
    { what },
    before,
    items.map(({ id }) => id),
  );
  const counted = async () => (await count.executeTakeFirstOrThrow()).total;
  const asOfChange = `${countChanges(db, accountId)} ${what}`;
  return { items, total: await totalOf(items, page, () => rememberedTotal(db, asOfChange, counted)) };
}

const contactsBehind = (db: Db, accountId: number, condition: ContactCondition, after: number | undefined) =>
  contactsMatching(db, accountId, condition)
    .$if(after !== undefined, (contacts) => contacts.where('contact.id', '>', after!))
    .orderBy('contact.id');

/** Returns the id of the contact behind so many others, behind an id; `undefined` if there is none. */
async function idBehind(
  db: Db,
  accountId: number,
  condition: ContactCondition,
  after: number | undefined,
  skipped: number,
): Promise<number | undefined> {
  const contacts = contactsBehind(db, accountId, condition, after);
  const found = await contacts.select('contact.id').offset(skipped).limit(1).executeTakeFirst();
  return found?.id;
}

/** Every contact. */
const everyone: ContactCondition = (contact) => contact.val(true);

/** Contacts that changed after a time; all when there is none. */
export function updatedAfter(time: Date | undefined): ContactCondition {
  if (time === undefined) return everyone;
  return (contact) => contact('contact.updated_at', '>', time);
}

/**
 * Contacts that have each word of a text in their address, external id or name, or whose id the text is; anonymous ones have
 * no words.
 */
export function containsWords(text: string): ContactCondition {
  const words = text.trim().toLowerCase().split(/\s+/);
  // Values are stored as they were given, an ü as one character or two. To normalize each would take the most time by far.
  const forms = new Set([patternsOf(words, 'NFC'), patternsOf(words, 'NFD')]);
  const id = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  return (contact) =>
    contact.and([
      contact('contact.anonymous', '=', false),
      contact.or([
        ...(id > 0 ? [contact('contact.id', '=', id)] : []),
        ...Array.from(forms, (patterns) => sql<boolean>`${searchedText} like all (${patterns}::text[])`),
      ]),
    ]);
}

/** Literal of an array of patterns; equal ones are equal texts. */
const patternsOf = (words: readonly string[], form: 'NFC' | 'NFD'): string =>
  `{${words.map((word) => JSON.stringify(`%${escapeLike(word.normalize(form))}%`)).join()}}`;

const searchedText = sql`lower(concat_ws(' ', contact.email_folded, contact.external_id,
  contact.standard_fields ->> 'FIRSTNAME', contact.standard_fields ->> 'LASTNAME', contact.standard_fields ->> 'FULLNAME',
  contact.standard_fields ->> 'ORGANIZATION')) collate "C"`;

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
