import { type Insertable, sql } from 'kysely';
import type { Db, OptInRequestTable } from '../../platform/database/schema.ts';
import { queueMail } from './mails.ts';
import { keptDays, validDays } from './rules.ts';

/**
 * Makes others who ask the same address wait for the end of the transaction. It is the last lock that anybody takes, so
 * that there is no deadlock.
 */
export async function lockAddress(db: Db, accountId: number, emailFolded: string): Promise<void> {
  const name = `opt-in ${emailFolded}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, ${accountId}::int8))`.execute(db);
}

/** Requests to the address in the last 24 hours. */
export async function countRecentRequests(db: Db, accountId: number, emailFolded: string): Promise<number> {
  const { count } = await db
    .selectFrom('opt_in_request')
    .select((request) => request.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('email_folded', '=', emailFolded)
    .where('requested_at', '>', sql<Date>`now() - interval '24 hours'`)
    .executeTakeFirstOrThrow();
  return count;
}

/** Ends the requests that the contact has not answered, and their links. */
export async function replaceRequests(db: Db, accountId: number, contactId: number): Promise<void> {
  await db
    .updateTable('opt_in_request')
    .set({ replaced_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('contact_id', '=', contactId)
    .where('confirmed_at', 'is', null)
    .where('replaced_at', 'is', null)
    .execute();
}

/** Writes down a request and its mail, which the queue sends. */
export async function insertRequest(db: Db, request: Insertable<OptInRequestTable>, messageId: string): Promise<void> {
  const { id } = await db.insertInto('opt_in_request').values(request).returning('id').executeTakeFirstOrThrow();
  const mail = { account_id: request.account_id, request_id: id, message_id: messageId };
  await db.insertInto('opt_in_mail').values(mail).execute();
  await queueMail(db, request.account_id, id);
}

/** The request behind a link; the token itself says which account it belongs to. */
export async function findRequest(db: Db, tokenHash: Uint8Array) {
  return db
    .selectFrom('opt_in_token')
    .innerJoin('opt_in_request as request', (join) =>
      join
        .onRef('request.account_id', '=', 'opt_in_token.account_id')
        .onRef('request.id', '=', 'opt_in_token.request_id'),
    )
    .selectAll('request')
    .select(isExpired.as('expired'))
    .where('opt_in_token.hash', '=', tokenHash)
    .executeTakeFirst();
}

/** The request of a mail. */
export async function getRequest(db: Db, { account_id, request_id }: { account_id: number; request_id: number }) {
  return db
    .selectFrom('opt_in_request as request')
    .selectAll('request')
    .select(isExpired.as('expired'))
    .where('account_id', '=', account_id)
    .where('id', '=', request_id)
    .executeTakeFirst();
}

const isExpired = sql<boolean>`(request.requested_at < now() - make_interval(days => ${validDays}))`;

/** Keeps the evidence of a confirmation. */
export async function markConfirmed(
  db: Db,
  { account_id, id }: { account_id: number; id: number },
  evidence: { ip: string | null; userAgent: string | null },
): Promise<void> {
  await db
    .updateTable('opt_in_request')
    .set({ confirmed_at: sql<Date>`now()`, confirmed_ip: evidence.ip, user_agent: evidence.userAgent })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute();
}

/** Deletes up to so many requests that nobody answered in time, and tells whether there were any. */
export async function deleteUnanswered(db: Db, most: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from opt_in_request
    where (account_id, id) in (
      select account_id, id from opt_in_request
      where confirmed_at is null and requested_at < now() - make_interval(days => ${keptDays})
      limit ${most})`.execute(db);
  return numAffectedRows > 0n;
}

/** Removes what contacts were asked, their mails, links and evidence. */
export async function deleteRequestsOf(db: Db, accountId: number, contactIds: readonly number[]): Promise<void> {
  await db
    .deleteFrom('opt_in_request')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`contact_id = any(${contactIds}::int8[])`)
    .execute();
}
