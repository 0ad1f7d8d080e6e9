import { type Kysely, sql } from 'kysely';
import { chooseAccount } from '../../account/index.ts';
import { findContent, findMailing, missingParts } from '../../mailings/index.ts';
import type { MailingState, Schema } from '../../platform/database/schema.ts';
import { queueSendout } from './queue.ts';

/** A sendout as the command shows it. */
export interface SendoutListing {
  mailing: number;
  name: string;
  state: MailingState;
  /** Recipients when they were fixed; null before that. */
  recipients: number | null;
  sent: number;
  failed: number;
  skipped: number;
  /** Who has not got the mail yet, deferred ones among them. */
  open: number;
  deferred: number;
  /** Why the mailing came into its state, if somebody has said so. */
  reason: string | null;
  /** ISO 8601. */
  queued: string;
  finished: string | null;
}

/** Sendouts that the command lists, the latest first. */
const listed = 20;

/** What an operator does with sendouts. */
export function sendoutAdministration(db: Kysely<Schema>) {
  return {
    /** Sends a regular mailing to its target group. */
    async sendMailing({ account, mailing: id }: { account?: number | undefined; mailing: number }): Promise<void> {
      const accountId = await chooseAccount(db, account);
      const mailing = await findMailing(db, accountId, id);
      if (mailing === undefined) throw new Error(`there is no mailing ${id}`);
      if (mailing.type !== 'regular') throw new Error(`mailing ${id} is a ${mailing.type} mailing, not a regular one`);
      const missing = missingParts(mailing, await findContent(db, mailing));
      if (missing.length > 0) throw new Error(`mailing ${id} is not ready to be sent; missing: ${missing.join(', ')}`);
      const queued = await db.transaction().execute((transaction) => queueSendout(transaction, mailing, 'user'));
      if (!queued) throw new Error(`mailing ${id} is ${mailing.state} and cannot be sent`);
    },

    async listSendouts({ account }: { account?: number | undefined }): Promise<SendoutListing[]> {
      const accountId = await chooseAccount(db, account);
      const { rows } = await sql<Omit<SendoutListing, 'queued' | 'finished'> & { queued: Date; finished: Date | null }>`
        select sendout.mailing_id as mailing, name, mailing.state, recipients, queued_at as queued, finished_at as finished,
          counted.*, (
            select reason from mailing_transition
            where account_id = ${accountId} and mailing_id = mailing.id order by id desc limit 1) as reason
        from sendout join mailing on mailing.account_id = sendout.account_id and mailing.id = sendout.mailing_id
        cross join lateral (
          select count(*) filter (where state = 'sent') as sent, count(*) filter (where state = 'failed') as failed,
            count(*) filter (where state = 'skipped') as skipped,
            count(*) filter (where state in ('pending', 'in_flight', 'deferred')) as open,
            count(*) filter (where state = 'deferred') as deferred
          from recipient where account_id = ${accountId} and mailing_id = sendout.mailing_id
        ) as counted
        where sendout.account_id = ${accountId}
        order by queued_at desc, mailing desc limit ${listed}`.execute(db);
      return rows.map((row) => ({
        ...row,
        queued: row.queued.toISOString(),
        finished: row.finished?.toISOString() ?? null,
      }));
    },
  };
}
