import { type Selectable, sql } from 'kysely';
import type { Db } from '../platform/database/schema.ts';
import { json } from '../platform/database/values.ts';
import { enqueue } from '../platform/queue/enqueue.ts';
import { isLasting, joinReasons, type OutcomeKind, type OutcomeReason, type OutcomeResult } from './outcome.ts';
import type { WorkOutcomeTable } from './tables.ts';
import { type TellOutcome, tellOutcomeKind } from './tell-kind.ts';

export type RecordedOutcome = Selectable<WorkOutcomeTable>;

interface NewOutcome {
  kind: OutcomeKind;
  objectId: number;
  startedBy: number | null;
  result: OutcomeResult;
  reasons?: readonly OutcomeReason[];
  counts?: Readonly<Record<string, number>>;
}

/**
 * Records how work has ended, in the transaction that ends it, and has those told by mail whom it concerns. Takes the place of
 * an outcome of the same object that nobody has seen; where work lasts, further signs of a fault join the first, without a mail.
 * The caller wakes the worker after the commit.
 */
export async function recordOutcome(
  db: Db,
  accountId: number,
  { kind, objectId, startedBy, result, reasons = [], counts = {} }: NewOutcome,
): Promise<void> {
  const of = { account_id: accountId, kind, object_id: objectId };
  const values = { started_by: startedBy, result, reasons: json([...reasons]), counts: json({ ...counts }) };
  const first = await db
    .insertInto('work_outcome')
    .values({ ...of, ...values, seen_at: null })
    .onConflict((known) =>
      known.columns(['account_id', 'kind', 'object_id']).where(sql<boolean>`seen_at is null`).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  if (first !== undefined) return tell(db, accountId, first.id);
  const unseen = await db
    .selectFrom('work_outcome')
    .select(['id', 'reasons'])
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('object_id', '=', objectId)
    .where('seen_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  // Somebody has seen it in this moment: it is recorded anew.
  if (unseen === undefined) {
    return recordOutcome(db, accountId, { kind, objectId, startedBy, result, reasons, counts });
  }
  const isSign = isLasting(kind) && result !== 'done';
  await db
    .updateTable('work_outcome')
    .set({
      ...values,
      ...(isSign && { reasons: json(joinReasons(unseen.reasons, reasons)), times: sql<number>`times + 1` }),
      ended_at: sql<Date>`now()`,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', unseen.id)
    .execute();
  if (!isSign) await tell(db, accountId, unseen.id);
}

const tell = (db: Db, accountId: number, outcomeId: number) =>
  enqueue<TellOutcome>(db, tellOutcomeKind, { accountId, key: String(outcomeId), payload: { outcomeId } });

export async function findOutcome(db: Db, accountId: number, id: number): Promise<RecordedOutcome | undefined> {
  return db
    .selectFrom('work_outcome')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export interface OutcomeSelection {
  /** Those that nobody has seen. */
  unseen?: boolean | undefined;
  kind?: OutcomeKind | undefined;
  object_id?: number | undefined;
}

/** Outcomes of an account, the last one first. */
export async function listOutcomes(
  db: Db,
  accountId: number,
  { page_size, page_index, ...selection }: OutcomeSelection & { page_size: number; page_index: number },
): Promise<RecordedOutcome[]> {
  return selectOutcomes(db, accountId, selection)
    .selectAll()
    .orderBy('ended_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page_size)
    .offset((page_index - 1) * page_size)
    .execute();
}

export async function countOutcomes(db: Db, accountId: number, selection: OutcomeSelection): Promise<number> {
  const { count } = await selectOutcomes(db, accountId, selection)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

function selectOutcomes(db: Db, accountId: number, { unseen = false, kind, object_id }: OutcomeSelection) {
  return db
    .selectFrom('work_outcome')
    .where('account_id', '=', accountId)
    .$if(unseen, (query) => query.where('seen_at', 'is', null))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .$if(object_id !== undefined, (query) => query.where('object_id', '=', object_id!));
}

/** Notes that somebody has seen an outcome, which needs no attention any more. Returns false if there is none. */
export async function markSeen(db: Db, accountId: number, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('work_outcome')
    .set({ seen_at: sql<Date>`coalesce(seen_at, now())` })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes the outcomes of an object that is deleted. */
export async function deleteOutcomes(
  db: Db,
  accountId: number,
  kinds: readonly OutcomeKind[],
  objectId: number,
): Promise<void> {
  await db
    .deleteFrom('work_outcome')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`kind = any(${kinds}::text[])`)
    .where('object_id', '=', objectId)
    .execute();
}

/** Outcomes are kept so long, seen or not: what nobody has looked at for so long concerns nobody. */
const keptDays = 365;

/** Deletes old outcomes, some of each account at a time. Reports whether there were any. */
export async function purgeOutcomes(db: Db, atOnce: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from work_outcome using account cross join lateral (
      select id from work_outcome as old
      where old.account_id = account.id and old.ended_at < now() - make_interval(days => ${keptDays})
      order by old.ended_at limit ${atOnce}
    ) as old
    where work_outcome.account_id = account.id and work_outcome.id = old.id`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}
