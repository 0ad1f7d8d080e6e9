import { type RawBuilder, type Selectable, sql } from 'kysely';
import { isOpen } from '../../account/index.ts';
import { present } from '../../platform/database/present.ts';
import type { Db } from '../../platform/database/schema.ts';
import { unseenList } from '../../platform/database/unseen-list.ts';
import { bulkPriority } from '../mail/purpose.ts';
import type { RecipientBatchTable } from '../tables.ts';
import { isTrialRow } from '../trials/trials.ts';

export type Batch = Selectable<RecipientBatchTable>;

/** Duration of a lease of a batch, in seconds. */
const leaseSeconds = 30;
const lease = sql<Date>`now() + make_interval(secs => ${leaseSeconds})`;
/** Time between two renewals of leases, in milliseconds. */
export const renewalMillis = (leaseSeconds * 1000) / 3;

/** States of mailings whose mails may be handed over. */
const sendableStates = ['sending', 'released'] as const;

/** The condition that mails of a batch may be handed over now. */
export const isSendable = ({ account_id, mailing_id, purpose }: Pick<Batch, 'account_id' | 'mailing_id' | 'purpose'>) =>
  sql<boolean>`exists (
    select from mailing where account_id = ${account_id} and id = ${mailing_id}
      and (state = any(${sendableStates}) or ${purpose === 'test' || purpose === 'approval'}))
    and ${isOpen(sql`${account_id}::int8`)}`;

/** The batches that a process may claim. */
export interface BatchChoice {
  /** Mailings whose batches of a sendout are not claimed, because enough of their recipients wait already. */
  sendoutIds?: readonly number[];
  /**
   * Batches that the process holds. They are never claimed again, even if a jump of the clock makes their leases look expired,
   * because their mails are in flight.
   */
  heldIds?: readonly number[];
  /** Whether to claim no batches of sendouts. */
  onlyUrgent?: boolean;
  /** Accounts that were served before, the least recently served one first. */
  served?: readonly number[];
}

/** Reports whether a batch is due that no process holds, whether or not its mailing and account permit to send it. */
export async function isAnyBatchDue(db: Db): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from recipient_batch where due_at <= now() and coalesce(lease_until < now(), true)) as due`.execute(
    db,
  );
  return rows[0]?.due === true;
}

/** Maximum number of transactional mails that are claimed together, so that what they share is read once. */
const mostTogether = 20;

/**
 * Claims a batch that is due and that no process holds, by priority and then by turns of the accounts; with a batch of
 * transactional mails, others of the same mailing. Returns the batches with the time of the claim, the oldest first.
 */
export async function claimBatches(
  db: Db,
  owner: string,
  { sendoutIds = [], heldIds = [], onlyUrgent = false, served = [] }: BatchChoice = {},
): Promise<(Batch & { claimed_at: Date })[]> {
  const isFree = sql<boolean>`batch.due_at <= now() and coalesce(batch.lease_until < now(), true)
    and batch.id <> all(${unseenList(heldIds)})`;
  // Found once, in a table of its own: a condition with this in it is evaluated as often as the planner likes.
  const next = db
    .selectFrom('recipient_batch as batch')
    .innerJoin('mailing', (join) =>
      join.onRef('mailing.account_id', '=', 'batch.account_id').onRef('mailing.id', '=', 'batch.mailing_id'),
    )
    .innerJoin('account', 'account.id', 'batch.account_id')
    .select(['batch.account_id', 'batch.id', 'batch.mailing_id', 'batch.purpose'])
    .where('account.closed_at', 'is', null)
    .where('account.sealed_at', 'is', null)
    .where(isFree)
    .where((row) => row.or([row('mailing.state', 'in', sendableStates), isTrialRow]))
    .where(sql<boolean>`(batch.purpose <> 'campaign' or mailing.id <> all(${unseenList(sendoutIds)}))`)
    .$if(onlyUrgent, (query) => query.where('batch.priority', '<', bulkPriority))
    .orderBy('batch.priority')
    .orderBy(sql`coalesce(array_position(${unseenList(served)}, batch.account_id), 0)`)
    .orderBy('batch.due_at')
    .orderBy('batch.id')
    .limit(1)
    .forUpdate('batch')
    .skipLocked();
  const rows = await db
    .with(
      (cte) => cte('next').materialized(),
      () => next,
    )
    .with(
      (cte) => cte('beside').materialized(),
      (query) =>
        query
          .selectFrom('next')
          .innerJoin('recipient_batch as batch', (join) =>
            join
              .onRef('batch.account_id', '=', 'next.account_id')
              .onRef('batch.mailing_id', '=', 'next.mailing_id')
              .onRef('batch.purpose', '=', 'next.purpose'),
          )
          .select(['batch.account_id', 'batch.id'])
          .where('next.purpose', '=', 'transactional')
          .whereRef('batch.id', '<>', 'next.id')
          .where(isFree)
          .orderBy('batch.due_at')
          .orderBy('batch.id')
          .limit(mostTogether - 1)
          .forUpdate('batch')
          .skipLocked(),
    )
    .with('claimed', (query) =>
      query
        .selectFrom('next')
        .select(['account_id', 'id'])
        .unionAll(query.selectFrom('beside').select(['account_id', 'id'])),
    )
    .updateTable('recipient_batch')
    .from('claimed')
    .set({ owner, attempt: sql<number>`recipient_batch.attempt + 1`, lease_until: lease })
    .whereRef('recipient_batch.account_id', '=', 'claimed.account_id')
    .whereRef('recipient_batch.id', '=', 'claimed.id')
    .returningAll('recipient_batch')
    .returning(present().as('claimed_at'))
    .execute();
  return rows.sort((one, other) => one.due_at.getTime() - other.due_at.getTime() || one.id - other.id);
}

/**
 * Renews the leases of batches that the process works on; returns the ids of those that it still holds. Others that it claimed,
 * because it failed to read what belongs to them, are claimed again when their leases are over.
 */
export async function renewBatches(db: Db, owner: string, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .updateTable('recipient_batch')
    .set({ lease_until: lease })
    .where('owner', '=', owner)
    .where(sql<boolean>`id = any(${ids}::int8[])`)
    .returning('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The claims of a process: batches of one account, mailing and purpose. */
type Claims = readonly Pick<Batch, 'account_id' | 'id' | 'owner' | 'attempt'>[];

/** Selects the batches that these claims still hold. */
const heldBy = (claims: Claims) => sql`
  select held.id, held.occasion
  from unnest(${unseenList(claims.map(({ id }) => id))}, ${unseenList(
    claims.map(({ attempt }) => attempt),
    'int4',
  )}) as mine (id, attempt)
  join recipient_batch as held on held.account_id = ${claims[0]!.account_id} and held.id = mine.id
    and held.owner = ${claims[0]!.owner}::uuid and held.attempt = mine.attempt`;

/** The condition that these claims still hold the batch of a `recipient`. */
export function isMine(claims: Claims): RawBuilder<boolean> {
  if (claims.length > 1) return sql`exists (${heldBy(claims)} where held.occasion = recipient.occasion)`;
  const { account_id, id, owner, attempt } = claims[0]!;
  return sql`exists (
    select from recipient_batch
    where account_id = ${account_id} and id = ${id} and owner = ${owner}::uuid and attempt = ${attempt})`;
}

/** The rows of the recipients of batches of one mailing, or of some of them. */
export function recipientsOf(
  batches: readonly Pick<Batch, 'account_id' | 'mailing_id' | 'occasion' | 'contact_ids'>[],
  contactIds: readonly number[] = batches.flatMap(({ contact_ids }) => contact_ids),
): RawBuilder<boolean> {
  const { account_id, mailing_id, occasion } = batches[0]!;
  const isOccasion =
    batches.length === 1
      ? sql`recipient.occasion = ${occasion}`
      : sql`recipient.occasion = any(${unseenList(
          batches.map((batch) => batch.occasion),
          'text',
        )})`;
  return sql`
    recipient.account_id = ${account_id} and recipient.mailing_id = ${mailing_id} and ${isOccasion}
    and recipient.contact_id = any(${unseenList([...new Set(contactIds)])})`;
}

/**
 * Releases batches: deletes those without recipients that wait, and makes the others due when their next recipient is. Returns the
 * occasions of the deleted ones.
 */
export async function releaseBatches(db: Db, batches: readonly Batch[]): Promise<string[]> {
  const { account_id } = batches[0]!;
  const { rows } = await sql<{ occasion: string }>`
    with mine as (${heldBy(batches)}), open as (
      select occasion, min(coalesce(next_at, now())) as due_at from recipient
      where ${recipientsOf(batches)} and state in ('pending', 'in_flight', 'deferred') group by occasion
    ), deleted as (
      delete from recipient_batch using mine
      where recipient_batch.account_id = ${account_id} and recipient_batch.id = mine.id
        and mine.occasion not in (select occasion from open)
      returning recipient_batch.occasion
    ), kept as (
      update recipient_batch set owner = null, lease_until = null, due_at = open.due_at
      from mine join open using (occasion)
      where recipient_batch.account_id = ${account_id} and recipient_batch.id = mine.id
    )
    select occasion from deleted`.execute(db);
  return rows.map(({ occasion }) => occasion);
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

/** Ends all leases at the start of the only process that uses an embedded database: who held them has ended. */
export async function voidBatchLeases(db: Db): Promise<void> {
  await db
    .updateTable('recipient_batch')
    .set({ lease_until: sql<Date>`now() - interval '1 second'` })
    .where('owner', 'is not', null)
    .execute();
}
