import { type Selectable, sql } from 'kysely';
import { releasedMailing } from '../../mailings/index.ts';
import type { Db, OptInMailTable } from '../../platform/database/schema.ts';
import { violates } from '../../platform/database/violations.ts';

export type OptInMail = Selectable<OptInMailTable>;

/** Seconds for which a process keeps a mail to itself without being heard of. */
const leaseSeconds = 60;
const lease = sql<Date>`now() + make_interval(secs => ${leaseSeconds})`;
/** How often a process that still works on a mail must be heard of, in milliseconds. */
export const renewalMillis = (leaseSeconds * 1000) / 3;

/**
 * Takes mails of any account that are due, and those that another process took and was not heard of again. Mails of a
 * mailing that is not released wait until it is.
 */
export async function claimMails(db: Db, limit: number): Promise<OptInMail[]> {
  // Found once, in a table of their own: a condition with this in it is evaluated as often as the planner likes.
  const next = db
    .selectFrom('opt_in_mail as mail')
    .innerJoin('opt_in_request as request', (join) =>
      join.onRef('request.account_id', '=', 'mail.account_id').onRef('request.id', '=', 'mail.request_id'),
    )
    .select(['mail.account_id', 'mail.request_id'])
    .where('mail.state', 'in', ['waiting', 'claimed'])
    .where('mail.due_at', '<=', sql<Date>`now()`)
    .where(releasedMailing(sql.ref('request.account_id'), sql.ref('request.mailing_id')))
    .orderBy('mail.due_at')
    .limit(limit)
    .forUpdate('mail')
    .skipLocked();
  return db
    .with(
      (cte) => cte('next').materialized(),
      () => next,
    )
    .updateTable('opt_in_mail')
    .from('next')
    .set({ state: 'claimed', attempts: sql<number>`opt_in_mail.attempts + 1`, due_at: lease })
    .whereRef('opt_in_mail.account_id', '=', 'next.account_id')
    .whereRef('opt_in_mail.request_id', '=', 'next.request_id')
    .returningAll('opt_in_mail')
    .execute();
}

/** Promises once more to be heard of. */
export async function keepMails(db: Db, mails: readonly OptInMail[]): Promise<void> {
  for (const mail of mails) await mine(db, mail).set({ due_at: lease }).execute();
}

/** Mails that a process had claimed which is known to have ended are due. */
export async function voidMailLeases(db: Db): Promise<void> {
  await db.updateTable('opt_in_mail').set({ due_at: sql<Date>`now()` }).where('state', '=', 'claimed').execute();
}

/** How an attempt to send a mail ended. */
export type OptInMailOutcome =
  | { state: 'sent' }
  | { state: 'skipped' | 'failed'; reason: string }
  | { state: 'waiting'; minutes: number; reason: string };

export async function settleMail(db: Db, mail: OptInMail, outcome: OptInMailOutcome): Promise<void> {
  const reason = outcome.state === 'sent' ? null : outcome.reason;
  const minutes = outcome.state === 'waiting' ? outcome.minutes : 0;
  const due_at = sql<Date>`now() + make_interval(mins => ${minutes})`;
  await mine(db, mail).set({ state: outcome.state, reason, due_at }).execute();
}

/** Keeps the hash of the token in the link of an attempt. False when the request was erased meanwhile. */
export async function insertToken(db: Db, { account_id, request_id }: OptInMail, hash: Uint8Array): Promise<boolean> {
  try {
    await db.insertInto('opt_in_token').values({ account_id, request_id, hash }).execute();
    return true;
  } catch (error) {
    if (violates(error, 'opt_in_token_account_id_request_id_fkey')) return false;
    throw error;
  }
}

/** A mail that this process has claimed: another one that took it over later has raised the number of attempts. */
function mine(db: Db, { account_id, request_id, attempts }: OptInMail) {
  return db
    .updateTable('opt_in_mail')
    .where('account_id', '=', account_id)
    .where('request_id', '=', request_id)
    .where('state', '=', 'claimed')
    .where('attempts', '=', attempts);
}
