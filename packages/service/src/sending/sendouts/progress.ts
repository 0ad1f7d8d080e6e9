import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, MailingState } from '../../platform/database/schema.ts';

/** How far a sendout is. */
export interface Progress {
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
  queued: Date;
  finished: Date | null;
}

/** The latest 20 sendouts, the last one first. */
export function latestSendouts(db: Db, accountId: number): Promise<Progress[]> {
  return sendouts(db, accountId, sql`true`);
}

/** Sendouts of mailings that are on their way, the last one first; paused ones are. */
export function sendoutsUnderWay(db: Db, accountId: number): Promise<Progress[]> {
  return sendouts(
    db,
    accountId,
    sql`mailing.state in ('queued', 'checks', 'blacklist', 'preparing', 'sending', 'paused')`,
  );
}

async function sendouts(db: Db, accountId: number, condition: RawBuilder<SqlBool>): Promise<Progress[]> {
  const { rows } = await sql<Progress>`
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
    where sendout.account_id = ${accountId} and ${condition}
    order by queued_at desc, mailing desc limit 20`.execute(db);
  return rows;
}
