import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { ContactCondition } from '../people/index.ts';
import type { Db } from '../platform/database/schema.ts';
import { violates } from '../platform/database/violations.ts';
import type { MailingBlacklistTable } from './tables.ts';

export type MailingBlacklist = Selectable<MailingBlacklistTable>;

export async function findMailingBlacklist(
  db: Db,
  accountId: number,
  id: number,
): Promise<MailingBlacklist | undefined> {
  return ofAccount(db, accountId).where('id', '=', id).executeTakeFirst();
}

/** One page by id. */
export async function listMailingBlacklists(
  db: Db,
  accountId: number,
  page: { page_size: number; page_index: number },
): Promise<MailingBlacklist[]> {
  return ofAccount(db, accountId)
    .orderBy('id')
    .limit(page.page_size)
    .offset((page.page_index - 1) * page.page_size)
    .execute();
}

function ofAccount(db: Db, accountId: number) {
  return db.selectFrom('mailing_blacklist').selectAll().where('account_id', '=', accountId);
}

export async function countMailingBlacklists(db: Db, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('mailing_blacklist')
    .select((list) => list.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Id of the new list; undefined when the name is taken. */
export async function insertMailingBlacklist(
  db: Db,
  accountId: number,
  list: { name: string; created_user: string },
): Promise<number | undefined> {
  const row = await db
    .insertInto('mailing_blacklist')
    .values({ account_id: accountId, ...list })
    .onConflict((conflict) => conflict.columns(['account_id', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** False when another list has the name. The transaction is lost then. */
export async function renameMailingBlacklist(
  db: Db,
  { account_id, id }: MailingBlacklist,
  name: string,
): Promise<boolean> {
  try {
    await db
      .updateTable('mailing_blacklist')
      .set({ name })
      .where('account_id', '=', account_id)
      .where('id', '=', id)
      .execute();
    return true;
  } catch (error) {
    if (violates(error, 'mailing_blacklist_account_id_name_key')) return false;
    throw error;
  }
}

export async function deleteMailingBlacklist(db: Db, { account_id, id }: MailingBlacklist): Promise<void> {
  await db.deleteFrom('mailing_blacklist').where('account_id', '=', account_id).where('id', '=', id).execute();
}

/** Adds expressions in their normal form; those that are there already change nothing. */
export async function insertExpressions(
  db: Db,
  { account_id, id }: MailingBlacklist,
  expressions: string[],
): Promise<void> {
  await sql`
    insert into mailing_blacklist_expression (account_id, mailing_blacklist_id, expression)
    select ${account_id}, ${id}, expression from unnest(${expressions}::text[]) as expression order by expression
    on conflict do nothing`.execute(db);
}

/** Expressions in their normal form, sorted. */
export async function listExpressions(db: Db, { account_id, id }: MailingBlacklist): Promise<string[]> {
  const rows = await db
    .selectFrom('mailing_blacklist_expression')
    .select('expression')
    .where('account_id', '=', account_id)
    .where('mailing_blacklist_id', '=', id)
    .orderBy('expression')
    .execute();
  return rows.map(({ expression }) => expression);
}

/**
 * Contacts that the mailing blacklists of a mailing keep away from it. Most mailings have none, and most blacklists no
 * expression for all domains below another, which has an index; both are asked for once in a statement, not for each contact.
 */
export function excludedContacts(accountId: number, mailingId: number): ContactCondition {
  const local = sql`split_part(contact.email_folded, '@', 1)`;
  const domain = sql`split_part(contact.email_folded, '@', 2)`;
  const used = sql`mailing_blacklist_use as used where used.account_id = ${accountId} and used.mailing_id = ${mailingId}`;
  const listed = (condition: RawBuilder<unknown>) => sql`exists (
    select from mailing_blacklist_expression as listed
    where listed.account_id = ${accountId} and listed.mailing_blacklist_id in (select mailing_blacklist_id from ${used})
      and ${condition})`;
  // Each expression that could match the address is looked up: as many as its domain has labels, and not one more.
  const below = sql`array(
    select part || '@*.' || array_to_string(labels[first:], '.')
    from string_to_array(${domain}, '.') as labels, generate_series(2, cardinality(labels)) as first,
      unnest(array['*', ${local}]) as part)`;
  return () => sql<SqlBool>`(exists (select from ${used}) and (
    ${listed(sql`expression = any(array[contact.email_folded, '*@' || ${domain}, ${local} || '@*'])`)}
    or ${listed(sql`expression like '%@*.%'`)} and ${listed(sql`expression = any(${below})`)}))`;
}
