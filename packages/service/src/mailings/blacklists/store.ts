import { type Selectable, type SqlBool, sql } from 'kysely';
import type { ContactCondition } from '../../people/index.ts';
import type { Db, MailingBlacklistTable } from '../../platform/database/schema.ts';
import { violates } from '../../platform/database/violations.ts';

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

/** Contacts that the mailing blacklists of a mailing keep away from it. */
export function keptAway(accountId: number, mailingId: number): ContactCondition {
  const local = sql`split_part(contact.email_folded, '@', 1)`;
  const domain = sql`split_part(contact.email_folded, '@', 2)`;
  // Each expression that could match the address is looked up: as many as its domain has labels, and not one more.
  return () => sql<SqlBool>`exists (
    select from mailing_blacklist_use as used
    cross join (
      select unnest(array[contact.email_folded, '*@' || ${domain}, ${local} || '@*']) as candidate
      union all
      select part || '@*.' || array_to_string(labels[first:], '.')
      from string_to_array(${domain}, '.') as labels, generate_series(2, cardinality(labels)) as first,
        unnest(array['*', ${local}]) as part
    ) as candidates
    join mailing_blacklist_expression as listed on listed.account_id = used.account_id
      and listed.mailing_blacklist_id = used.mailing_blacklist_id and expression = candidate
    where used.account_id = ${accountId} and used.mailing_id = ${mailingId})`;
}
