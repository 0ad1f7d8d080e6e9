import { type SqlBool, sql } from 'kysely';
import { gathered } from '../platform/database/gathered.ts';
import type { Db } from '../platform/database/schema.ts';

const name = 'Transactional mails';

/**
 * Returns the id of the mailing that transactional mails with contents of their own belong to: a released trigger mailing,
 * in which their deliveries and bounces are counted. Creates one if there is none; it does not count towards the quota.
 */
export const transactionalCarrier = (db: Db, accountId: number): Promise<number> =>
  carrierOfAll(db, accountId, undefined);

const carrierOfAll = gathered(async (db, accountId, works: readonly undefined[]) => {
  const carrier = (await findCarrier(db, accountId)) ?? (await createCarrier(db, accountId));
  return works.map(() => carrier);
});

async function createCarrier(db: Db, accountId: number): Promise<number> {
  // One after the other, so that there are not two of them.
  await sql`select pg_advisory_xact_lock(hashtextextended('transactional carrier', ${accountId}))`.execute(db);
  return (await findCarrier(db, accountId)) ?? insertCarrier(db, accountId);
}

/**
 * Condition that a mailing is one that somebody has made. Lists leave the carrier out: people would take it for a mailing of theirs.
 * Its id is read once, before the rows.
 */
export const isNoCarrier = (accountId: number) =>
  sql<SqlBool>`mailing.id <> all(array(select mailing_id from transactional_carrier where account_id = ${accountId}))`;

async function findCarrier(db: Db, accountId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('transactional_carrier')
    .select('mailing_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.mailing_id;
}

async function insertCarrier(db: Db, accountId: number): Promise<number> {
  const { rows } = await sql<{ mailing_id: number }>`
    with name as (
      select case when number = 1 then ${name}::text else ${name} || ' (' || number || ')' end as text
      from generate_series(1, 1 + (select count(*) from mailing where account_id = ${accountId} and name like ${`${name}%`})) as number
      where not exists (
        select from mailing where account_id = ${accountId}
          and name = case when number = 1 then ${name} else ${name} || ' (' || number || ')' end)
      order by number limit 1
    ), carrier as (
      insert into mailing (account_id, name, name_folded, type, state, creator_name, creator_folded, ignore_permission)
      select ${accountId}::int8, text, lower(text), 'trigger', 'released', 'mailwright', 'mailwright', true from name
      returning id
    ), content as (
      insert into mailing_content (account_id, mailing_id, subject, subject_folded)
      select ${accountId}::int8, id, ${name}, ${name.toLowerCase()} from carrier
    )
    insert into transactional_carrier (account_id, mailing_id)
    select ${accountId}::int8, id from carrier returning mailing_id`.execute(db);
  return rows[0]!.mailing_id;
}
