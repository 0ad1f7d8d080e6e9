import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Mailing } from '../../mailings/index.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { type InsertedBounce, insertBounces, insertDeliveries, living, publishBounces } from '../../tracking/index.ts';
import { statusOf } from '../bounces/status.ts';
import { type Batch, isMine, isSendable } from './batches.ts';
import type { Outcome } from './outcome.ts';
import type { RecipientRow, Waiting } from './recipients.ts';
import { refusalReason } from './refusal-reason.ts';

/** A flight that has come to its end. */
export interface Landed {
  id: number;
  attempt: number;
  messageId: string;
  endedAt: Date;
  outcome: Outcome;
}

/** What became of a recipient whose mail was about to be handed over. */
export type Armed = Pick<RecipientRow, 'id' | 'state' | 'attempt'> & {
  first_tried_at: Date;
  /** The contact's. */
  updated_at: Date | null;
};

/** Those of a batch who go in flight next. */
interface Next {
  batch: Batch;
  mailing: Mailing;
  waiting: readonly Waiting[];
}

/**
 * One turn of an account's mails, in one statement; mails that came back take another one, with their events. It writes down how flights ended, unless another process has decided on
 * them, and logs the mails that were taken; and it lets others go in flight who may still get their mails, and skips those
 * who may not. Nobody is given back when their mailing is not to be sent now, or another process has the batch.
 */
export async function takeTurn(
  db: Kysely<Schema>,
  accountId: number,
  landed: readonly Landed[],
  next: Next | undefined,
): Promise<Armed[]> {
  if (landed.some(({ outcome }) => bounceStatus(outcome) !== undefined)) {
    await db.transaction().execute(async (transaction) => {
      const { rows } = await sql<InsertedBounce>`with ${landing(accountId, landed)} select * from noted`.execute(
        transaction,
      );
      await publishBounces(transaction, accountId, rows);
    });
    return takeTurn(db, accountId, [], next);
  }
  const { rows } = await sql<Armed>`
    with ${landing(accountId, landed)}
    ${next ? armed(next) : sql`select from settled where false`}`.execute(db);
  return rows;
}

/** Writes down how flights ended: the tables `settled`, and `noted` with the mails that came back. */
function landing(accountId: number, landed: readonly Landed[]): RawBuilder<unknown> {
  return sql`${settled(accountId, landed)}, given as (
      select mailing_id, contact_id, occasion, message_id, id as number, sent_at from settled where state = 'sent'
    ), bounced as (
      select mailing_id, contact_id, occasion, sent_at as at, status, 'mta-listener' as source, 'smtp ' || id as fingerprint
      from settled where state = 'failed' and status is not null
    ), living as (${living(accountId, sql`select contact_id from given union select contact_id from bounced`)}), logged as (${insertDeliveries(accountId)}),
    noted as (${insertBounces(accountId)})`;
}

function settled(accountId: number, landed: readonly Landed[]): RawBuilder<unknown> {
  const given = landed.map(({ id, attempt, messageId, endedAt, outcome }) => {
    return { id, attempt, message_id: messageId, ended_at: endedAt, status: bounceStatus(outcome), ...outcome };
  });
  return sql`landed as (
      select * from json_to_recordset(${JSON.stringify(given)}::json) as landed (
        id int8, attempt int4, message_id text, ended_at timestamptz, state text, next_at timestamptz, code int4, reason text, status text)
    ), settled as (
      update recipient set
        state = landed.state, next_at = landed.next_at, code = landed.code, reason = landed.reason,
        deferrals = deferrals + (landed.state = 'deferred')::int
      from landed
      where recipient.account_id = ${accountId} and recipient.id = landed.id
        and recipient.state = 'in_flight' and recipient.attempt = landed.attempt
      returning recipient.id, recipient.mailing_id, recipient.contact_id, recipient.occasion, recipient.state,
        landed.message_id, landed.ended_at as sent_at, landed.status
    )`;
}

/** The status of a mail that a server refused for good, or put off for too long; undefined for what is no bounce. */
function bounceStatus(outcome: Outcome): string | undefined {
  if (outcome.state !== 'failed' || outcome.code === undefined) return undefined;
  return statusOf(outcome.code, outcome.reason);
}

function armed({ batch, mailing, waiting }: Next): RawBuilder<unknown> {
  const { account_id } = batch;
  return sql`, judged as (
      select next.id, contact.updated_at,
        case when contact.id is null then 'erased' else ${refusalReason(mailing)} end as refusal
      from unnest(${waiting.map(({ id }) => id)}::int8[], ${waiting.map(({ contact_id }) => contact_id)}::int8[])
        as next (id, contact_id)
      left join contact on contact.account_id = ${account_id} and contact.id = next.contact_id
    )
    update recipient set
      state = case when refusal is null then 'in_flight' else 'skipped' end, reason = refusal, next_at = null,
      attempt = attempt + 1, first_tried_at = coalesce(first_tried_at, now())
    from judged
    where recipient.account_id = ${account_id} and recipient.id = judged.id
      and state in ('pending', 'deferred') and ${isMine(batch)} and ${isSendable(account_id, batch.mailing_id)}
    returning recipient.id, state, attempt, first_tried_at, judged.updated_at`;
}
