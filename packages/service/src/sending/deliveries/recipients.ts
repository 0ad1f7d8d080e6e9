import { type Kysely, type Selectable, sql } from 'kysely';
import type { Mailing } from '../../mailings/index.ts';
import type { Contact } from '../../people/index.ts';
import type { RecipientTable, Schema } from '../../platform/database/schema.ts';
import { type Batch, isMine, isSendable, recipientsOf } from './batches.ts';
import type { Outcome } from './outcome.ts';
import { refusalReason } from './refusal-reason.ts';

type Db = Kysely<Schema>;
export type RecipientRow = Selectable<RecipientTable>;
/** A recipient who waits for the mail, and the contact as it was read with it; undefined when it was erased. */
export type Waiting = Pick<RecipientRow, 'id' | 'contact_id' | 'deferrals' | 'first_tried_at'> & {
  contact: Contact | undefined;
};

/** What a process that is gone had in flight may have been handed over: it is sent once more, or given up. */
export async function recoverRecipients(db: Db, batch: Batch, policy: 'resend' | 'give_up'): Promise<void> {
  const after = policy === 'resend' ? sql`'pending'` : sql`'failed'`;
  await sql`
    update recipient set state = ${after}, reason = 'uncertain'
    where ${recipientsOf(batch)} and state = 'in_flight'`.execute(db);
}

/** The recipients of a batch who wait for the mail now, by the ids of their contacts. */
export async function waitingRecipients(db: Db, batch: Batch): Promise<Waiting[]> {
  const recipients = await db
    .selectFrom('recipient')
    .select(['id', 'contact_id', 'deferrals', 'first_tried_at'])
    .where(recipientsOf(batch))
    .where('state', 'in', ['pending', 'deferred'])
    .where(sql<boolean>`coalesce(next_at <= now(), true)`)
    .orderBy('contact_id')
    .execute();
  const contacts = await db
    .selectFrom('contact')
    .selectAll()
    .where('account_id', '=', batch.account_id)
    .where(sql<boolean>`id = any(${recipients.map(({ contact_id }) => contact_id)}::int8[])`)
    .execute();
  const byId = new Map(contacts.map((contact) => [contact.id, contact]));
  return recipients.map((recipient) => ({ ...recipient, contact: byId.get(recipient.contact_id) }));
}

/** What became of a recipient whose mail was about to be handed over. */
export type Armed = Pick<RecipientRow, 'id' | 'state' | 'attempt'> & {
  first_tried_at: Date;
  /** The contact's. */
  updated_at: Date | null;
};

/**
 * Lets mails go in flight, all in one statement, to those who may still get them; the others are skipped, with the reason.
 * Nobody is given back when the mailing is not to be sent now, or another process has the batch.
 */
export async function armRecipients(
  db: Db,
  batch: Batch,
  mailing: Mailing,
  waiting: readonly Waiting[],
): Promise<Armed[]> {
  const { rows } = await sql<Armed>`
    with judged as (
      select given.id, contact.updated_at,
        case when contact.id is null then 'erased' else ${refusalReason(mailing)} end as refusal
      from unnest(${waiting.map(({ id }) => id)}::int8[], ${waiting.map(({ contact_id }) => contact_id)}::int8[])
        as given (id, contact_id)
      left join contact on contact.account_id = ${batch.account_id} and contact.id = given.contact_id
    )
    update recipient set
      state = case when refusal is null then 'in_flight' else 'skipped' end, reason = refusal, next_at = null,
      attempt = attempt + 1, first_tried_at = coalesce(first_tried_at, now())
    from judged
    where recipient.account_id = ${batch.account_id} and recipient.id = judged.id
      and state in ('pending', 'deferred') and ${isMine(batch)} and ${isSendable(batch.account_id, batch.mailing_id)}
    returning recipient.id, state, attempt, first_tried_at, judged.updated_at`.execute(db);
  return rows;
}

/** A flight that has come to its end. */
export interface Landed {
  id: number;
  attempt: number;
  outcome: Outcome;
}

/** Writes down how flights ended; gives the ids of those whose end counts, which no other process has decided on. */
export async function settleRecipients(db: Db, accountId: number, landed: readonly Landed[]): Promise<Set<number>> {
  const given = landed.map(({ id, attempt, outcome }) => ({ id, attempt, ...outcome }));
  const { rows } = await sql<{ id: number }>`
    update recipient set
      state = given.state, next_at = given.next_at, code = given.code, reason = given.reason,
      deferrals = deferrals + (given.state = 'deferred')::int
    from json_to_recordset(${JSON.stringify(given)}::json)
      as given (id int8, attempt int4, state text, next_at timestamptz, code int4, reason text)
    where recipient.account_id = ${accountId} and recipient.id = given.id
      and recipient.state = 'in_flight' and recipient.attempt = given.attempt
    returning recipient.id`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Takes out what servers said about contacts, which may be their addresses. Who was to get a mail stays as a number. */
export async function forgetReplies(db: Db, accountId: number, contactIds: readonly number[]): Promise<void> {
  await sql`
    update recipient set reason = null
    from mailing
    where mailing.account_id = ${accountId} and recipient.account_id = ${accountId}
      and recipient.mailing_id = mailing.id and contact_id = any(${contactIds}::int8[])
      and recipient.state in ('failed', 'deferred') and reason is not null`.execute(db);
}
