import { type Selectable, sql } from 'kysely';
import { isOpen } from '../../account/index.ts';
import { present } from '../../platform/database/present.ts';
import type { Db } from '../../platform/database/schema.ts';
import { unseenList } from '../../platform/database/unseen-list.ts';
import { bulkPriority } from '../mail/purpose.ts';
import type { RecipientBatchTable } from '../tables.ts';
import { isTrialRow } from '../trials/trials.ts';

export type Batch = Selectable<RecipientBatchTable>;

/** Lease of a batch in seconds. */
const leaseSeconds = 30;
const lease = sql<Date>`now() + make_interval(secs => ${leaseSeconds})`;
/** Interval of lease renewals in milliseconds. */
export const renewalMillis = (leaseSeconds * 1000) / 3;

/** States of mailings whose mails may be handed over. */
const sendableStates = ['sending', 'released'] as const;

/** The condition that mails of a batch may be handed over now. */
export const isSendable = ({ account_id, mailing_id, purpose }: Pick<Batch, 'account_id' | 'mailing_id' | 'purpose'>) =>
  sql<boolean>`exists (
    select from mailing where account_id = ${account_id} and id = ${mailing_id}
      and (state = any(${sendableStates}) or ${purpose === 'test' || purpose === 'approval'}))
    and ${isOpen(sql`${account_id}::int8`)}`;

/** Which batches a process wants. */
export interface BatchChoice {
  /** Mailings whose sendouts the process works on; none of their batches is claimed. */
  sendoutIds?: readonly number[];
  /**
   * Batches that the process holds. They are never claimed again, even if a jump of the clock makes their leases seem to be over:
   * their mails are in flight.
   */
  heldIds?: readonly number[];
  /** Whether to leave sendouts out. */
  onlyUrgent?: boolean;
  /** Accounts that were served, the one that waits longest first. */
  served?: readonly number[];
}

/**
 * Claims a batch that is due, or whose process is gone, by its priority and by turns of the accounts. Returns it with the time of
 * the claim.
 */
export async function claimBatch(
  db: Db,
  owner: string,
  { sendoutIds = [], heldIds = [], onlyUrgent = false, served = [] }: BatchChoice = {},
): Promise<(Batch & { claimed_at: Date }) | undefined> {
  // Found once, in a table of its own: a condition with this in it is evaluated as often as the planner likes.
  const next = db
    .selectFrom('recipient_batch as batch')
    .innerJoin('mailing', (join) =>
      join.onRef('mailing.account_id', '=', 'batch.account_id').onRef('mailing.id', '=', 'batch.mailing_id'),
    )
    .innerJoin('account', 'account.id', 'batch.account_id')
    .select(['batch.account_id', 'batch.id'])
    .where('account.closed_at', 'is', null)
    .where('account.sealed_at', 'is', null)
    .where('batch.due_at', '<=', sql<Date>`now()`)
    .where(sql<boolean>`coalesce(batch.lease_until < now(), true)`)
    .where(sql<boolean>`batch.id <> all(${heldIds}::int8[])`)
    .where((row) => row.or([row('mailing.state', 'in', sendableStates), isTrialRow]))
    .where(sql<boolean>`(batch.purpose <> 'campaign' or mailing.id <> all(${sendoutIds}::int8[]))`)
    .$if(onlyUrgent, (query) => query.where('batch.priority', '<', bulkPriority))
    .orderBy('batch.priority')
    .orderBy(sql`coalesce(array_position(${served}::int8[], batch.account_id), 0)`)
    .orderBy('batch.due_at')
    .orderBy('batch.id')
    .limit(1)
    .forUpdate('batch')
    .skipLocked();
  return db
    .with(
      (cte) => cte('next').materialized(),
      () => next,
    )
    .updateTable('recipient_batch')
    .from('next')
    .set({ owner, attempt: sql<number>`recipient_batch.attempt + 1`, lease_until: lease })
    .whereRef('recipient_batch.account_id', '=', 'next.account_id')
    .whereRef('recipient_batch.id', '=', 'next.id')
    .returningAll('recipient_batch')
    .returning(present().as('claimed_at'))
    .executeTakeFirst();
}

/** Renews the leases of the process; returns the ids of the batches that it still holds. */
export async function renewBatches(db: Db, owner: string): Promise<Set<number>> {
  const rows = await db
    .updateTable('recipient_batch')
    .set({ lease_until: lease })
    .where('owner', '=', owner)
    .returning('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The condition that a batch is still this claim's. */
export const isMine = ({ account_id, id, owner, attempt }: Batch) => sql<boolean>`exists (
  select from recipient_batch
  where account_id = ${account_id} and id = ${id} and owner = ${owner}::uuid and attempt = ${attempt})`;

/** The rows of a batch's recipients. */
export const recipientsOf = ({ account_id, mailing_id, occasion, contact_ids }: Batch) => sql<boolean>`
  recipient.account_id = ${account_id} and recipient.mailing_id = ${mailing_id} and recipient.occasion = ${occasion}
  and recipient.contact_id = any(${unseenList(contact_ids)})`;

/**
 * Gives a batch back: it is deleted when all of its recipients have come to an end, and due again when the next one is.
 * Tells whether it is gone.
 */
export async function releaseBatch(db: Db, batch: Batch): Promise<boolean> {
  const { rows } = await sql<{ gone: boolean }>`
    with open as (
      select min(coalesce(next_at, now())) as due_at from recipient
      where ${recipientsOf(batch)} and state in ('pending', 'in_flight', 'deferred')
    ), deleted as (
      delete from recipient_batch using open
      where recipient_batch.account_id = ${batch.account_id} and recipient_batch.id = ${batch.id}
        and owner = ${batch.owner}::uuid and attempt = ${batch.attempt} and open.due_at is null
      returning recipient_batch.id
    ), kept as (
      update recipient_batch set owner = null, lease_until = null, due_at = open.due_at from open
      where recipient_batch.account_id = ${batch.account_id} and recipient_batch.id = ${batch.id}
        and owner = ${batch.owner}::uuid and attempt = ${batch.attempt} and open.due_at is not null
      returning recipient_batch.id
    )
    select exists (select from deleted) as gone from (select count(*) from kept) as kept`.execute(db);
  return rows[0]!.gone;
}

/** Reports whether a process may be handing over mails of an account. */
export async function isDelivering(db: Db, accountId: number): Promise<boolean> {
  const held = await db
    .selectFrom('recipient_batch')
    .select('id')
    .where('account_id', '=', accountId)
    .where('lease_until', '>', sql<Date>`now()`)
    .limit(1)
    .executeTakeFirst();
  return held !== undefined;
}

/** Leases of processes that are known to have ended, as the only one on an embedded database, are void. */
export async function voidBatchLeases(db: Db): Promise<void> {
  await db
    .updateTable('recipient_batch')
    .set({ lease_until: sql<Date>`now() - interval '1 second'` })
    .where('owner', 'is not', null)
    .execute();
}
