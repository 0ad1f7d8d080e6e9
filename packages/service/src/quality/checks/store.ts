import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Mailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { json } from '../../platform/database/values.ts';
import type { CheckState } from '../findings/findings.ts';
import type { MailingCheckTable } from '../tables.ts';
import type { CheckKind, CheckRun } from './kind.ts';

/** A check that was finished. */
export type Check = Selectable<MailingCheckTable> & { state: CheckState; finished_at: Date };

/** A running check without a heartbeat for this long was interrupted with its process and may be restarted. */
const abandonedAfter = '2 minutes';

/** Marks a check of the mailing's present content as running; undefined when one runs already. */
export async function startCheck(db: Db, mailing: Mailing, kind: CheckKind): Promise<CheckRun | undefined> {
  const { account_id, id: mailing_id, content_version } = mailing;
  const run = randomUUID();
  const fresh = { run, content_version, state: null, finished_at: null, result: null };
  const started = await db
    .insertInto('mailing_check')
    .values({ account_id, mailing_id, kind, run, content_version })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'mailing_id', 'kind'])
        .doUpdateSet({ ...fresh, started_at: sql<Date>`now()`, alive_at: sql<Date>`now()` })
        .where((check) =>
          check.or([
            check('mailing_check.state', 'is not', null),
            check('mailing_check.content_version', '<>', content_version),
            check('mailing_check.alive_at', '<', sql<Date>`now() - ${abandonedAfter}::interval`),
          ]),
        ),
    )
    .returning('kind')
    .executeTakeFirst();
  return started && { accountId: account_id, mailingId: mailing_id, kind, run };
}

/** Says that a check goes on; false when it was started anew since. */
export async function keepCheck(db: Db, run: CheckRun): Promise<boolean> {
  const { numUpdatedRows } = await running(db, run).set({ alive_at: sql<Date>`now()` }).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether this start of a check is under way. */
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

/** Writes the result down, unless the check was started anew since. */
export async function finishCheck(db: Db, run: CheckRun, state: CheckState, result: unknown): Promise<void> {
  await running(db, run)
    .set({ state, result: json(result), finished_at: sql<Date>`now()` })
    .execute();
}

/** Replaces the result of a finished start of a check; does nothing if the check runs still, or was started anew. */
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

/** The finished check of the content as it is now; undefined when it was never made, still runs, or is stale. */
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

/** The finished checks of the content as it is now, by their names. */
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

/** Takes out what servers said about contacts that a mail did not reach, which may be their addresses; counts stay. */
export async function forgetFailures(db: Db, accountId: number, contactIds: readonly number[]): Promise<void> {
  await sql`
    update mailing_check set result = jsonb_set(result, '{failures}', (
      select jsonb_agg(case when (failure ->> 'contactId')::int8 = any(${contactIds}::int8[])
        then '{"contactId": null, "message": ""}' else failure end)
      from jsonb_array_elements(result -> 'failures') as failure))
    where account_id = ${accountId} and exists (
      select from jsonb_array_elements(result -> 'failures') as failure
      where (failure ->> 'contactId')::int8 = any(${contactIds}::int8[]))`.execute(db);
}
