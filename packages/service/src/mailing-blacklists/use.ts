import { type SqlBool, sql } from 'kysely';
import type { Db } from '../platform/database/schema.ts';
import type { MailingBlacklist } from './store.ts';

/** The key of a mailing; its rules are not needed here. */
interface Mailing {
  account_id: number;
  id: number;
}

/** The mailing blacklists of a mailing, by id. */
export async function listOfMailing(db: Db, { account_id, id }: Mailing): Promise<MailingBlacklist[]> {
  return db
    .selectFrom('mailing_blacklist as list')
    .innerJoin('mailing_blacklist_use as used', (join) =>
      join
        .onRef('used.account_id', '=', 'list.account_id')
        .onRef('used.mailing_blacklist_id', '=', 'list.id')
        .on('used.mailing_id', '=', id),
    )
    .selectAll('list')
    .where('list.account_id', '=', account_id)
    .orderBy('list.id')
    .execute();
}

/** Adding again changes nothing. */
export async function addToMailing(db: Db, mailing: Mailing, list: MailingBlacklist): Promise<void> {
  await db
    .insertInto('mailing_blacklist_use')
    .values({ account_id: mailing.account_id, mailing_id: mailing.id, mailing_blacklist_id: list.id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** False when the mailing does not have it. */
export async function removeFromMailing(db: Db, mailing: Mailing, list: MailingBlacklist): Promise<boolean> {
  const result = await db
    .deleteFrom('mailing_blacklist_use')
    .where('account_id', '=', mailing.account_id)
    .where('mailing_id', '=', mailing.id)
    .where('mailing_blacklist_id', '=', list.id)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Adds the mailing blacklists of a mailing to its copy. */
export async function copyUses(db: Db, { account_id, id }: Mailing, copyId: number): Promise<void> {
  await sql`
    insert into mailing_blacklist_use (account_id, mailing_blacklist_id, mailing_id)
    select account_id, mailing_blacklist_id, ${copyId}::int8 from mailing_blacklist_use
    where account_id = ${account_id} and mailing_id = ${id}`.execute(db);
}

/** Matches mailings that use the list. */
export function hasList({ account_id, id }: MailingBlacklist) {
  return () => sql<SqlBool>`mailing.id in (
    select mailing_id from mailing_blacklist_use where account_id = ${account_id} and mailing_blacklist_id = ${id})`;
}
