import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { MailingState } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';

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
  /** Recipients without a mail so far, including deferred ones. */
  open: number;
  deferred: number;
  /** Why mails wait for another try, in the words of the mail server: the three most frequent. */
  putOff: { answer: string; mails: number }[];
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
  return sendouts(db, accountId, underWay);
}

const underWay = sql<SqlBool>`mailing.state in ('queued', 'checks', 'blacklist', 'preparing', 'sending', 'paused')`;

async function sendouts(db: Db, accountId: number, condition: RawBuilder<SqlBool>): Promise<Progress[]> {
  const { rows } = await sql<Progress>`
    select sendout.mailing_id as mailing, name, mailing.state, recipients, queued_at as queued, finished_at as finished,
      counted.*, (
        select reason from mailing_transition
        where account_id = ${accountId} and mailing_id = mailing.id order by id desc limit 1) as reason,
      array(
        select json_build_object('answer', recipient.reason, 'mails', count(*)) from recipient
        where account_id = ${accountId} and mailing_id = sendout.mailing_id and purpose = 'campaign' and state in ('pending', 'deferred')
          and recipient.reason <> 'uncertain'
        group by recipient.reason order by count(*) desc, recipient.reason limit 3
      ) as "putOff"
    from sendout join mailing on mailing.account_id = sendout.account_id and mailing.id = sendout.mailing_id
    cross join lateral (
      select count(*) filter (where state = 'sent') as sent, count(*) filter (where state = 'failed') as failed,
        count(*) filter (where state = 'skipped') as skipped,
        count(*) filter (where state in ('pending', 'in_flight', 'deferred')) as open,
        count(*) filter (where state = 'deferred') as deferred
      from recipient where account_id = ${accountId} and mailing_id = sendout.mailing_id and purpose = 'campaign'
    ) as counted
    where sendout.account_id = ${accountId} and ${condition}
    order by queued_at desc, mailing desc limit 20`.execute(db);
  return rows;
}

/**
 * How many recipients of sendouts under way each account has in each state; `missing` counts those that were fixed and
 * have no row, which must never be.
 */
export async function countRecipients(db: Db): Promise<{ account: number; state: string; recipients: number }[]> {
  const { rows } = await sql<{ account: number; state: string; recipients: number }>`
    with sendouts as (
      select sendout.account_id, sendout.mailing_id, sendout.recipients
      from sendout join mailing on mailing.account_id = sendout.account_id and mailing.id = sendout.mailing_id
      where frozen_at is not null and ${underWay}
    ), counted as (
      select account_id, recipient.state, count(*) as recipients
      from sendouts join recipient using (account_id, mailing_id) where purpose = 'campaign' group by account_id, recipient.state
    )
    select account_id as account, state, recipients from counted
    union all
    select account_id, 'missing', sum(recipients)::int8
      - (select coalesce(sum(recipients), 0) from counted where counted.account_id = sendouts.account_id)::int8
    from sendouts group by account_id
    order by 1, 2`.execute(db);
  return rows;
}
