import { sql } from 'kysely';
import { noteEvents } from '../../../journal/index.ts';
import type { Db } from '../../../platform/database/schema.ts';
import type { MailKey, OccasionKey } from '../../../tracking/index.ts';
import type { AnswerKind } from '../../tables.ts';

/** A mail that was answered, and the contact that it went to. */
export interface AnsweredMail {
  occasion: OccasionKey;
  email: string;
  firstname: string;
  lastname: string;
}

/** Returns the mail that a contact got, and keeps the contact from being erased until the transaction ends. */
export async function findAnsweredMail(db: Db, accountId: number, mail: MailKey): Promise<AnsweredMail | undefined> {
  const { rows } = await sql<AnsweredMail>`
    select occasion, email, coalesce(standard_fields ->> 'FIRSTNAME', '') as firstname,
      coalesce(standard_fields ->> 'LASTNAME', '') as lastname
    from recipient join contact on contact.account_id = recipient.account_id and contact.id = recipient.contact_id
    where recipient.account_id = ${accountId} and mailing_id = ${mail.mailingId} and contact_id = ${mail.contactId}
      and recipient.id = ${mail.recipientId} and email is not null
    for key share of contact`.execute(db);
  return rows[0];
}

/** Counts answers of the last 24 hours. */
export async function countRecentAnswers(
  db: Db,
  accountId: number,
  contactId: number,
): Promise<{ ofContact: number; forwarded: number }> {
  const { rows } = await sql<{ ofContact: number; forwarded: number }>`
    select count(*) filter (where contact_id = ${contactId})::int8 as "ofContact",
      count(*) filter (where forwarded)::int8 as forwarded
    from answer where account_id = ${accountId} and at > now() - interval '1 day'`.execute(db);
  return rows[0]!;
}

/** Records an answer as an event; returns whether it is new. */
export async function insertAnswer(
  db: Db,
  accountId: number,
  { mailingId, contactId, recipientId }: MailKey,
  answer: { occasion: OccasionKey; kind: AnswerKind; forwarded: boolean; fingerprint: string },
): Promise<boolean> {
  const { occasion, kind, forwarded, fingerprint } = answer;
  const { rows } = await sql<{ id: number }>`
    with noted as (
      insert into answer (account_id, mailing_id, contact_id, occasion, at, kind, forwarded, fingerprint)
      values (${accountId}, ${mailingId}, ${contactId}, ${occasion}, now(), ${kind}, ${forwarded}, ${`${recipientId} ${fingerprint}`})
      on conflict do nothing
      returning id
    ), journaled as (${noteEvents(accountId, 'answer', sql`select id from noted`)})
    select id from noted`.execute(db);
  return rows.length > 0;
}

/** Rows of one statement. */
const atOnce = 500;

/** Deletes some answers that are older than so many days; returns whether there were any. */
export async function deleteOldAnswers(db: Db, days: number): Promise<boolean> {
  const { rows } = await sql<{ account_id: number; id: number }>`
    select old.account_id, old.id from account cross join lateral (
      select account_id, answer.id from answer
      where answer.account_id = account.id and at < now() - make_interval(days => ${days})
      order by at, answer.id limit ${atOnce}) as old
    where sealed_at is null`.execute(db);
  for (const [accountId, answers] of Map.groupBy(rows, ({ account_id }) => account_id)) {
    await sql`
      delete from answer where account_id = ${accountId} and id = any(${answers.map(({ id }) => id)}::int8[])`.execute(
      db,
    );
  }
  return rows.length > 0;
}
