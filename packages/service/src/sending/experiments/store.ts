import { randomInt } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Mailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { json } from '../../platform/database/values.ts';
import type { ExperimentTable, ExperimentVariantTable, TestFigures } from '../tables.ts';

export type StoredExperiment = Selectable<ExperimentTable>;
export type StoredVariant = Selectable<ExperimentVariantTable>;

/** The experiment of a mailing, and the part of the mailing in it. */
export interface Trying {
  experiment: StoredExperiment;
  /** Position of the mailing among the variants. */
  part: number;
  /** When the mailing is sent to its part; null for at once. */
  startsAt: Date | null;
}

/** More drafts than people try, and more reports than they look at. */
export const mostExperiments = 200;

/** Random numbers below 2^47 are exact in JavaScript and in the database. */
const seeds = 2 ** 47;

export type NewExperiment = Pick<StoredExperiment, 'name' | 'share' | 'holdout' | 'criterion' | 'hours'>;

/**
 * Returns the id of a new draft. Throws what the database says if a mailing is a variant already.
 * @param sendTimes times of day in the order of the mailings; undefined if all are sent at once
 */
export async function insertExperiment(
  db: Db,
  accountId: number,
  experiment: NewExperiment,
  mailingIds: readonly number[],
  sendTimes?: readonly string[],
): Promise<number> {
  const { id } = await db
    .insertInto('experiment')
    .values({ account_id: accountId, seed: randomInt(seeds), ...experiment })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = mailingIds.map((mailing_id, position) => ({
    account_id: accountId,
    experiment_id: id,
    position,
    mailing_id,
    send_time: sendTimes?.[position] ?? null,
  }));
  await db.insertInto('experiment_variant').values(rows).execute();
  return id;
}

export async function countExperiments(db: Db, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('experiment')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return count;
}

/** All experiments of an account, the last one first. */
export async function listExperiments(db: Db, accountId: number): Promise<StoredExperiment[]> {
  return db
    .selectFrom('experiment')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(mostExperiments)
    .execute();
}

export async function findExperiment(db: Db, accountId: number, id: number): Promise<StoredExperiment | undefined> {
  return db
    .selectFrom('experiment')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/**
 * As `findExperiment`, and keeps others from changing it until the transaction ends. Whoever locks mailings too locks the
 * experiment before them.
 */
export async function lockExperiment(db: Db, accountId: number, id: number): Promise<StoredExperiment | undefined> {
  return db
    .selectFrom('experiment')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Variants of experiments by their experiment, each in their order. */
export async function variantsOf(
  db: Db,
  accountId: number,
  experimentIds: readonly number[],
): Promise<Map<number, StoredVariant[]>> {
  const rows = await db
    .selectFrom('experiment_variant')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(sql<boolean>`experiment_id = any(${experimentIds}::int8[])`)
    .orderBy('experiment_id')
    .orderBy('position')
    .execute();
  return Map.groupBy(rows, ({ experiment_id }) => experiment_id);
}

/** The experiment that a mailing is a variant of. */
export const findTrying = (db: Db, mailing: Pick<Mailing, 'account_id' | 'id'>): Promise<Trying | undefined> =>
  readTrying(db, mailing, findExperiment);

/** As `findTrying`, and locks the experiment; to be called before the mailing is locked. */
export const lockTrying = (db: Db, mailing: Pick<Mailing, 'account_id' | 'id'>): Promise<Trying | undefined> =>
  readTrying(db, mailing, lockExperiment);

async function readTrying(
  db: Db,
  { account_id, id }: Pick<Mailing, 'account_id' | 'id'>,
  read: typeof findExperiment,
): Promise<Trying | undefined> {
  const variant = await db
    .selectFrom('experiment_variant')
    .select(['experiment_id', 'position', 'starts_at'])
    .where('account_id', '=', account_id)
    .where('mailing_id', '=', id)
    .executeTakeFirst();
  const experiment = variant && (await read(db, account_id, variant.experiment_id));
  return experiment && { experiment, part: variant.position, startsAt: variant.starts_at };
}

/** The mailings that are variants already. */
export async function triedAmong(db: Db, accountId: number, mailingIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('experiment_variant')
    .select('mailing_id')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`mailing_id = any(${mailingIds}::int8[])`)
    .orderBy('mailing_id')
    .execute();
  return rows.map(({ mailing_id }) => mailing_id);
}

/** Changes an experiment that is locked. */
export async function changeExperiment(
  db: Db,
  { account_id, id }: Pick<StoredExperiment, 'account_id' | 'id'>,
  change: Partial<
    Pick<
      StoredExperiment,
      | 'state'
      | 'stop_reason'
      | 'contacts'
      | 'held_out'
      | 'decision'
      | 'chosen_id'
      | 'p_value'
      | 'rest_at'
      | 'rest_contacts'
    >
  > & { time?: 'started_at' | 'drawn_at' | 'decided_at' },
): Promise<void> {
  const { time, ...values } = change;
  await db
    .updateTable('experiment')
    .set({ ...values, ...(time !== undefined && { [time]: sql<Date>`now()` }) })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute();
}

/** Changes a variant of an experiment that is locked. */
export async function changeVariant(
  db: Db,
  { account_id, experiment_id, position }: Pick<StoredVariant, 'account_id' | 'experiment_id' | 'position'>,
  { figures, ...values }: { contacts?: number; starts_at?: Date; figures?: TestFigures },
): Promise<void> {
  await db
    .updateTable('experiment_variant')
    .set({ ...values, ...(figures && { figures: json(figures) }) })
    .where('account_id', '=', account_id)
    .where('experiment_id', '=', experiment_id)
    .where('position', '=', position)
    .execute();
}

export async function deleteExperiment(db: Db, { account_id, id }: StoredExperiment): Promise<void> {
  await db.deleteFrom('experiment').where('account_id', '=', account_id).where('id', '=', id).execute();
}
