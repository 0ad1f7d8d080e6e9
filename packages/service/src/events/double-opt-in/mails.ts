import type { Selectable } from 'kysely';
import type { Db, OptInMailTable } from '../../platform/database/schema.ts';
import { violates } from '../../platform/database/violations.ts';
import { enqueue, enqueueAll } from '../../platform/queue/enqueue.ts';

export type OptInMail = Selectable<OptInMailTable>;

/** The job that sends the mail of a request. */
export interface SendOptInMail {
  requestId: number;
}

export const sendOptInMailKind = { kind: 'opt-in-mail' };

/** Has the mails of requests sent, of which none is queued yet. The caller wakes the worker after the commit. */
export function queueMails(db: Db, accountId: number, requestIds: readonly number[]): Promise<void> {
  const jobs = requestIds.map((requestId) => ({ key: String(requestId), payload: { requestId } }));
  return enqueueAll<SendOptInMail>(db, sendOptInMailKind, accountId, jobs);
}

/** Has the mails sent that waited until their mailing was released. */
export async function queueWaitingMails(db: Db, accountId: number, mailingId: number): Promise<void> {
  const waiting = await db
    .selectFrom('opt_in_mail as mail')
    .innerJoin('opt_in_request as request', (join) =>
      join.onRef('request.account_id', '=', 'mail.account_id').onRef('request.id', '=', 'mail.request_id'),
    )
    .select('request.id')
    .where('mail.account_id', '=', accountId)
    .where('request.mailing_id', '=', mailingId)
    .where('mail.state', '=', 'waiting')
    .execute();
  for (const { id } of waiting)
    await enqueue<SendOptInMail>(db, sendOptInMailKind, { accountId, key: String(id), payload: { requestId: id } });
}

/** The mail of a request while it waits to be sent; undefined when it came to an end, or was erased. */
export function findWaitingMail(db: Db, accountId: number, requestId: number): Promise<OptInMail | undefined> {
  return db
    .selectFrom('opt_in_mail')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('request_id', '=', requestId)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
}

/** How an attempt to send a mail ended. */
export type OptInMailOutcome = { state: 'sent' } | { state: 'skipped' | 'failed' | 'waiting'; reason: string };

export async function settleMail(
  db: Db,
  { account_id, request_id }: OptInMail,
  outcome: OptInMailOutcome,
): Promise<void> {
  await db
    .updateTable('opt_in_mail')
    .set({ state: outcome.state, reason: outcome.state === 'sent' ? null : outcome.reason })
    .where('account_id', '=', account_id)
    .where('request_id', '=', request_id)
    .where('state', '=', 'waiting')
    .execute();
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
