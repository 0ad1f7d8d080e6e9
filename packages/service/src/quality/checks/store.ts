import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Mailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { json } from '../../platform/database/values.ts';
import { cancelJob } from '../../platform/queue/enqueue.ts';
import { openKeys } from '../../platform/queue/store.ts';
import { hasWaitingTrials } from '../../sending/index.ts';
import type { CheckState } from '../findings/findings.ts';
import type { MailingCheckTable } from '../tables.ts';
import { type BackgroundKind, type CheckKind, type CheckRun, checkJobKey, checkJobKind } from './kind.ts';

/** A check that was finished. */
export type Check = Selectable<MailingCheckTable> & { state: CheckState; finished_at: Date };

/**
 * Marks a check of the mailing's present content as running. Returns `undefined` if one runs already, that is, if its work
 * waits or runs: the job of a check in the background, or the mails of a sendout.
 */
export async function startCheck(
  db: Db,
  mailing: Mailing,
  kind: CheckKind,
  startedBy: number | null = null,
): Promise<CheckRun | undefined> {
  const { account_id, id: mailing_id, content_version } = mailing;
  const check = { accountId: account_id, mailingId: mailing_id, kind, run: randomUUID() };
  const first = await db
    .insertInto('mailing_check')
    .values({ account_id, mailing_id, kind, run: check.run, content_version, started_by: startedBy })
    .onConflict((conflict) => conflict.doNothing())
    .returning('kind')
    .executeTakeFirst();
  if (first !== undefined) return check;
  const latest = await db
    .selectFrom('mailing_check')
    .select(['run', 'state', 'content_version', isUnderWay(check).as('isUnderWay')])
    .where('account_id', '=', account_id)
    .where('mailing_id', '=', mailing_id)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  if (latest.state === null && latest.content_version === content_version && latest.isUnderWay) return undefined;
  const { numUpdatedRows } = await db
    .updateTable('mailing_check')
    .set({
      run: check.run,
      content_version,
      started_by: startedBy,
      state: null,
      started_at: sql<Date>`now()`,
      finished_at: null,
      result: null,
    })
    .where('account_id', '=', account_id)
    .where('mailing_id', '=', mailing_id)
    .where('kind', '=', kind)
    // Of two starts at the same time, the second finds the first.
    .where('run', '=', latest.run)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? check : undefined;
}

/**
 * Marks a check as running that the caller makes itself, in place of a job that only waits for a worker. Returns `undefined` if
 * the check runs already.
 */
export async function takeOverCheck(db: Db, mailing: Mailing, kind: BackgroundKind): Promise<CheckRun | undefined> {
  await cancelJob(db, checkJobKind, mailing.account_id, checkJobKey({ mailingId: mailing.id, kind }));
  return startCheck(db, mailing, kind);
}

const isUnderWay = ({ accountId, mailingId, kind }: CheckRun) =>
  kind === 'approval' || kind === 'testsendout'
    ? hasWaitingTrials(accountId, mailingId, kind === 'approval' ? kind : 'test')
    : sql<boolean>`${checkJobKey({ mailingId, kind })} = any(${openKeys(accountId, checkJobKind.kind)})`;

/** Reports whether this start of a check has not ended; false also if the check was started again. */
export async function isRunning(db: Db, { accountId, mailingId, run }: Omit<CheckRun, 'kind'>): Promise<boolean> {
  const check = await db
    .selectFrom('mailing_check')
    .select('run')
    .where('account_id', '=', accountId)
    .where('mailing_id', '=', mailingId)
    .where('run', '=', run)
    .where('state', 'is', null)
    .executeTakeFirst();
  return check !== undefined;
}

/** Records the result. Returns who has started the check, or `undefined` if it was started again. */
export async function finishCheck(
  db: Db,
  run: CheckRun,
  state: CheckState,
  result: unknown,
): Promise<Pick<Check, 'started_by'> | undefined> {
  return running(db, run)
    .set({ state, result: json(result), finished_at: sql<Date>`now()` })
    .returning('started_by')
    .executeTakeFirst();
}

/** Replaces the result of a finished start of a check; does nothing if it still runs or the check was started again. */
export async function changeResult<Result>(
  db: Db,
  { accountId, mailingId, kind, run }: CheckRun,
  change: (result: Result) => { state: CheckState; result: Result },
): Promise<void> {
  const check = await db
    .selectFrom('mailing_check')
    .select('result')
    .where('account_id', '=', accountId)
    .where('mailing_id', '=', mailingId)
    .where('kind', '=', kind)
    .where('run', '=', run)
    .where('state', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  if (check === undefined) return;
  const { state, result } = change(check.result as Result);
  await db
    .updateTable('mailing_check')
    .set({ state, result: json(result) })
    .where('account_id', '=', accountId)
    .where('mailing_id', '=', mailingId)
    .where('kind', '=', kind)
    .execute();
}

function running(db: Db, { accountId, mailingId, kind, run }: CheckRun) {
  return db
    .updateTable('mailing_check')
    .where('account_id', '=', accountId)
    .where('mailing_id', '=', mailingId)
    .where('kind', '=', kind)
    .where('run', '=', run)
    .where('state', 'is', null);
}

/** Returns the finished check of the present content; `undefined` if it was never made, still runs, or is stale. */
export async function currentCheck(db: Db, mailing: Mailing, kind: CheckKind): Promise<Check | undefined> {
  const check = await db
    .selectFrom('mailing_check')
    .selectAll()
    .where('account_id', '=', mailing.account_id)
    .where('mailing_id', '=', mailing.id)
    .where('kind', '=', kind)
    .where('content_version', '=', mailing.content_version)
    .where('state', 'is not', null)
    .executeTakeFirst();
  return check as Check | undefined;
}

/** Lists the finished checks of the present content by name. */
export async function currentChecks(db: Db, mailing: Mailing) {
  const checks = await db
    .selectFrom('mailing_check')
    .select(['kind', 'state', 'finished_at'])
    .where('account_id', '=', mailing.account_id)
    .where('mailing_id', '=', mailing.id)
    .where('content_version', '=', mailing.content_version)
    .where('state', 'is not', null)
    .orderBy('kind')
    .execute();
  return checks as { kind: CheckKind; state: CheckState; finished_at: Date }[];
}

/** Removes replies of servers about erased contacts, because they may contain addresses; keeps the counts. */
export async function eraseFailures(db: Db, accountId: number, contactIds: readonly number[]): Promise<void> {
  await sql`
    update mailing_check set result = jsonb_set(result, '{failures}', (
      select jsonb_agg(case when (failure ->> 'contactId')::int8 = any(${contactIds}::int8[])
        then '{"contactId": null, "message": ""}' else failure end)
      from jsonb_array_elements(result -> 'failures') as failure))
    where account_id = ${accountId} and exists (
      select from jsonb_array_elements(result -> 'failures') as failure
      where (failure ->> 'contactId')::int8 = any(${contactIds}::int8[]))`.execute(db);
}
