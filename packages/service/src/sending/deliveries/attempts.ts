import { type RawBuilder, sql } from 'kysely';
import type { Mailing } from '../../mailings/index.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { Db } from '../../platform/database/schema.ts';
import { unseenList } from '../../platform/database/unseen-list.ts';
import {
  existingContacts,
  type InsertedBounce,
  insertBounces,
  insertDeliveries,
  publishBounces,
  publishedBounce,
} from '../../tracking/index.ts';
import { type Diagnosis, diagnoseReply } from '../bounces/reading/reply-status.ts';
import { isTrialRow } from '../trials/trials.ts';
import { type Batch, isMine, isSendable } from './batches.ts';
import { limitReached } from './delivery-limit.ts';
import type { Outcome } from './outcome.ts';
import { publishFiltered } from './publish-filtered.ts';
import { isRecipient, type RecipientRow, type WaitingRecipient } from './recipients.ts';
import { refusalReason } from './refusal-reason.ts';
import { recordSpared } from './spared.ts';

/** An attempt to hand over a mail that has ended. */
export interface FinishedAttempt {
  id: number;
  mailingId: number;
  contactId: number;
  attempt: number;
  messageId: string;
  /** By the clock of the database. */
  endedAt: Date;
  outcome: Outcome;
}

/** Outcome for a recipient whose mail was about to be handed over. */
export type StartedAttempt = Pick<RecipientRow, 'id' | 'contact_id' | 'state' | 'attempt' | 'reason'> & {
  first_tried_at: Date;
  /** The contact's. */
  updated_at: Date | null;
};

/** Recipients of batches to be put in flight next. */
interface Next {
  batches: readonly Batch[];
  mailing: Mailing;
  waiting: readonly WaitingRecipient[];
}

/**
 * Settles finished attempts of an account and starts the next ones, in one statement; bounces take another one, with their
 * events. Records how attempts ended, unless another process has decided on them, and logs the deliveries. Puts recipients in
 * flight who may still get their mails and skips the others. Returns no recipients if the mailing may not be sent now or
 * another process has the batch.
 */
export async function settleAndStart(
  db: Db,
  accountId: number,
  finished: readonly FinishedAttempt[],
  next: Next | undefined,
): Promise<StartedAttempt[]> {
  if (finished.some(({ outcome }) => diagnose(outcome) !== undefined)) {
    await inTransaction(db, async (transaction) => {
      const { rows } =
        await sql<InsertedBounce>`with ${settlementWithBounces(accountId, finished)} select ${publishedBounce} from noted`.execute(
          transaction,
        );
      await publishBounces(transaction, accountId, rows);
    });
    return settleAndStart(db, accountId, [], next);
  }
  const { rows } = await sql<StartedAttempt>`
    with ${settlement(accountId, finished)}
    ${next ? startable(next) : sql`select from settled where false`}`.execute(db);
  const refused = rows.filter(({ state }) => state === 'skipped');
  if (next && refused.length > 0) await skip(db, next, refused);
  return rows;
}

/** Records and publishes recipients that get no mail. */
async function skip(db: Db, { batches, mailing }: Next, refused: readonly StartedAttempt[]): Promise<void> {
  const given = refused.map(({ id, reason }) => ({ id, refusal: reason }));
  await inTransaction(db, async (transaction) => {
    const { rows } = await sql<{ contact_id: number; refusal: string }>`
      update recipient set state = 'skipped', reason = refusal, next_at = null, attempt = attempt + 1,
        first_tried_at = coalesce(first_tried_at, now())
      from json_to_recordset(${JSON.stringify(given)}::json) as given (id int8, refusal text)
      where ${isRecipient(batches, refused)} and recipient.id = given.id
        and state in ('pending', 'deferred') and ${isMine(batches)}
      returning contact_id, refusal`.execute(transaction);
    const leftOut = rows.map(({ contact_id, refusal }) => ({ contactId: contact_id, reason: refusal }));
    await recordSpared(transaction, mailing, leftOut);
    await publishFiltered(transaction, mailing, leftOut);
  });
}

/** Records the outcome of attempts of which none bounced: the table `settled`. */
function settlement(accountId: number, finished: readonly FinishedAttempt[]): RawBuilder<unknown> {
  return sql`${settled(accountId, finished)}, ${given}, living as (${existingContacts(accountId)}),
    ${insertDeliveries(accountId)}`;
}

/** The same with the bounces: the tables `settled` and `noted`. */
function settlementWithBounces(accountId: number, finished: readonly FinishedAttempt[]): RawBuilder<unknown> {
  return sql`${settled(accountId, finished)}, ${given}, bounced as (
      select mailing_id, contact_id, occasion, sent_at as at, status, why, 'mta-listener' as source, 'smtp ' || id as fingerprint
      from settled where state = 'failed' and status is not null and not ${isTrialRow}
    ), living as (${existingContacts(accountId, sql`select contact_id from given union select contact_id from bounced`)}),
    ${insertDeliveries(accountId)}, ${insertBounces(accountId)}`;
}

/** The mails that a relay accepted. */
const given = sql`given as (
      select mailing_id, contact_id, occasion, message_id, id as number, sent_at
      from settled where state = 'sent' and not ${isTrialRow}
    )`;

/** Repeats the ids for the planner, which overestimates the length of a list in JSON and would read the whole table. */
function among(finished: readonly FinishedAttempt[]): RawBuilder<boolean> {
  const mailingIds = [...new Set(finished.map(({ mailingId }) => mailingId))];
  const contactIds = finished.map(({ contactId }) => contactId);
  return sql`recipient.mailing_id = any(${unseenList(mailingIds)}) and recipient.contact_id = any(${unseenList(contactIds)})`;
}

/**
 * Settles the finished attempts. Replies of servers name addresses, so they are not stored for a contact that was erased or made
 * anonymous while its mail was in flight. Erasure takes the contact's lock first.
 */
function settled(accountId: number, finished: readonly FinishedAttempt[]): RawBuilder<unknown> {
  const given = finished.map(({ id, attempt, messageId, endedAt, outcome }) => {
    const { status, reason: why } = diagnose(outcome) ?? {};
    return { id, attempt, message_id: messageId, ended_at: endedAt, status, why, ...outcome };
  });
  const answered = finished.flatMap(({ outcome, contactId }) => ('reason' in outcome ? contactId : []));
  return sql`finished as (
      select * from json_to_recordset(${JSON.stringify(given)}::json) as finished (
        id int8, attempt int4, message_id text, ended_at timestamptz, state text, next_at timestamptz, code int4, reason text, uncertain int2, status text, why text)
    ), known as (
      select id from contact
      where account_id = ${accountId} and id = any(${unseenList(answered)}) and not anonymous order by id for key share
    ), settled as (
      update recipient set
        state = finished.state, next_at = finished.next_at, code = finished.code,
        reason = case when address is not null or contact_id in (select id from known) then finished.reason end,
        deferrals = deferrals + (finished.state = 'deferred')::int,
        uncertain = recipient.uncertain + coalesce(finished.uncertain, 0)
      from finished
      where recipient.account_id = ${accountId} and ${among(finished)} and recipient.id = finished.id
        and recipient.state = 'in_flight' and recipient.attempt = finished.attempt
      returning recipient.id, recipient.mailing_id, recipient.contact_id, recipient.occasion, recipient.purpose, recipient.state,
        finished.message_id, finished.ended_at as sent_at, finished.status, finished.why
    )`;
}

/** Returns why a server rejected a mail or deferred it for too long; `undefined` if the outcome is no bounce. */
export function diagnose(outcome: Outcome): Diagnosis | undefined {
  if (outcome.state !== 'failed' || outcome.code === undefined) return undefined;
  return diagnoseReply(outcome.code, outcome.reason);
}

/** Selects the recipients to put in flight, and those to skip with the reason. */
function startable({ batches, mailing, waiting }: Next): RawBuilder<unknown> {
  const batch = batches[0]!;
  const { account_id } = batch;
  const isNext = sql`${isRecipient(batches, waiting)} and recipient.id = judged.id
    and state in ('pending', 'deferred') and ${isMine(batches)} and ${isSendable(batch)}`;
  return sql`, judged as (
      select next.id, contact.updated_at, ${refusalOf(batch, mailing)} as refusal
      from unnest(${unseenList(waiting.map(({ id }) => id))}, ${unseenList(waiting.map(({ contact_id }) => contact_id))})
        as next (id, contact_id)
      left join contact on contact.account_id = ${account_id} and contact.id = next.contact_id
    ), started as (
      update recipient set
        state = 'in_flight', reason = null, next_at = null, attempt = attempt + 1,
        first_tried_at = coalesce(first_tried_at, now())
      from judged where refusal is null and ${isNext}
      returning recipient.id, contact_id, state, attempt, first_tried_at, judged.updated_at, recipient.reason
    )
    select * from started union all
    select recipient.id, contact_id, 'skipped', attempt, first_tried_at, judged.updated_at, refusal
    from judged join recipient on ${isNext} where refusal is not null`;
}

/** Returns why a contact, who may be erased, gets no mail of the batch, or null. The mail source may skip further ones. */
function refusalOf({ purpose }: Batch, mailing: Mailing): RawBuilder<string | null> {
  if (purpose === 'test' || purpose === 'approval' || purpose === 'transactional') return sql`null::text`;
  const erased = sql`contact.id is null then 'erased'`;
  if (purpose === 'opt-in') return sql`case when ${erased} end`;
  const refusal =
    mailing.type === 'trigger'
      ? sql`coalesce(${refusalReason(mailing)}, ${overLimit(mailing)})`
      : refusalReason(mailing);
  return sql`case when ${erased} else ${refusal} end`;
}

const overLimit = (mailing: Mailing) => sql`case when ${limitReached(mailing)} then 'delivery_limit' end`;
