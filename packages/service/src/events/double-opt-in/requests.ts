import { crc32 } from 'node:zlib';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { violates } from '../../platform/database/violations.ts';
import { mailQueue } from '../../sending/index.ts';
import { keptDays, maxRequestsPerDay, validDays } from './rules.ts';

/** Addresses share few locks, because a database has room for some thousands only. */
const buckets = 256;

/**
 * Makes others who ask the same addresses wait for the end of the transaction. These are the last locks that anybody takes,
 * and they are taken in one order, so that there is no deadlock.
 */
export async function lockAddresses(db: Db, accountId: number, addresses: Iterable<string>): Promise<void> {
  const wanted = [...new Set(Array.from(addresses, (address) => crc32(address) % buckets))].sort((a, b) => a - b);
  await sql`
    select pg_advisory_xact_lock(hashtextextended('opt-in ' || bucket, ${accountId}::int8))
    from unnest(${wanted}::int4[]) as bucket`.execute(db);
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

/** Ends the requests that the contacts have not answered, and their links. */
export async function replaceRequests(db: Db, accountId: number, contactIds: readonly number[]): Promise<void> {
  await db
    .updateTable('opt_in_request')
    .set({ replaced_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`contact_id = any(${contactIds}::int8[])`)
    .where('confirmed_at', 'is', null)
    .where('replaced_at', 'is', null)
    .execute();
}

/** A contact to ask. */
export interface Askable {
  id: number;
  emailFolded: string;
}

/**
 * Returns the contacts that may be asked: without an open request for the same permission, and with less than three requests
 * in the last 24 hours.
 */
export async function notAskedYet(
  db: Db,
  accountId: number,
  contacts: readonly Askable[],
  { mailingId, permission }: { mailingId: number; permission: 4 | 5 },
): Promise<Askable[]> {
  const ids = contacts.map(({ id }) => id);
  const addresses = contacts.map(({ emailFolded }) => emailFolded);
  const { rows } = await sql<{ id: number; emailFolded: string }>`
    select contact.id, contact.email_folded as "emailFolded"
    from unnest(${ids}::int8[], ${addresses}::text[]) as contact (id, email_folded)
    where not exists (
        select from opt_in_request as request
        where request.account_id = ${accountId} and request.contact_id = contact.id
          and request.mailing_id = ${mailingId} and request.permission = ${permission}
          and request.email_folded = contact.email_folded
          and request.confirmed_at is null and request.replaced_at is null and not ${isExpired})
      and ${maxRequestsPerDay} > (
        select count(*) from opt_in_request as request
        where request.account_id = ${accountId} and request.email_folded = contact.email_folded
          and request.requested_at > now() - interval '24 hours')`.execute(db);
  return rows;
}

/** Requests for several contacts, and their origin. */
interface NewRequests {
  accountId: number;
  mailingId: number;
  permission: 4 | 5;
  /** Without its last part. */
  ip?: string | null;
  page?: string | null;
  source?: string | null;
  byForm?: boolean;
}

/** Records requests and queues their mails. The caller wakes the worker after the commit. Returns the ids of the requests. */
export async function insertRequests(
  db: Db,
  { accountId, mailingId, permission, ip = null, page = null, source = null, byForm = false }: NewRequests,
  contacts: readonly Askable[],
): Promise<number[]> {
  const ids = contacts.map(({ id }) => id);
  const addresses = contacts.map(({ emailFolded }) => emailFolded);
  const { rows } = await sql<{ id: number; contact_id: number }>`
    insert into opt_in_request (account_id, contact_id, mailing_id, email_folded, permission, requested_ip, page, source,
      by_form)
    select ${accountId}::int8, id, ${mailingId}::int8, email_folded, ${permission}::int2, ${ip}, ${page}, ${source},
      ${byForm}::boolean
    from unnest(${ids}::int8[], ${addresses}::text[]) as contact (id, email_folded)
    returning id, contact_id`.execute(db);
  const mails = rows.map(({ id, contact_id }) => {
    return { contactId: contact_id, occasion: { kind: 'opt-in' as const, requestId: id } };
  });
  await mailQueue.queueMails(db, accountId, mailingId, mails);
  return rows.map(({ id }) => id);
}

/** Keeps the hash of the token in the link of an attempt. Returns false if the request was erased in the meantime. */
export async function insertToken(db: Db, accountId: number, requestId: number, hash: Uint8Array): Promise<boolean> {
  try {
    await db.insertInto('opt_in_token').values({ account_id: accountId, request_id: requestId, hash }).execute();
    return true;
  } catch (error) {
    if (violates(error, 'opt_in_token_account_id_request_id_fkey')) return false;
    throw error;
  }
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

/** Returns the request with this id; undefined if it was erased. */
export async function findRequestById(db: Db, accountId: number, id: number) {
  return db
    .selectFrom('opt_in_request as request')
    .selectAll('request')
    .select(isExpired.as('expired'))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
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

/** Removes what contacts were asked, their links and evidence. */
export async function deleteRequestsOf(db: Db, accountId: number, contactIds: readonly number[]): Promise<void> {
  await db
    .deleteFrom('opt_in_request')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`contact_id = any(${contactIds}::int8[])`)
    .execute();
}
