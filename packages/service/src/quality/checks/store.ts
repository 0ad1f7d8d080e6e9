import { type Kysely, type Selectable, sql } from 'kysely';
import type { Mailing } from '../../mailings/index.ts';
import type { MailingCheckTable, Schema } from '../../platform/database/schema.ts';
import { json } from '../../platform/database/values.ts';

export type Check = Selectable<MailingCheckTable>;
export type CheckKind = 'approval';
export type CheckState = 'success' | 'warning' | 'failed';
type Db = Kysely<Schema>;

/** A check that has run longer than this was cut off with its process, and may be started again. */
const abandonedAfter = '10 minutes';

/** Marks a check of the mailing's present content as running; false when one of the kind runs already. */
export async function startCheck(db: Db, mailing: Mailing, kind: CheckKind): Promise<boolean> {
  const started = await db
    .insertInto('mailing_check')
    .values({ account_id: mailing.account_id, mailing_id: mailing.id, kind, content_version: mailing.content_version })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'mailing_id', 'kind'])
        .doUpdateSet({
          content_version: mailing.content_version,
          state: null,
          started_at: sql<Date>`now()`,
          finished_at: null,
          result: null,
        })
        .where((check) =>
          check.or([
            check('mailing_check.state', 'is not', null),
            check('mailing_check.started_at', '<', sql<Date>`now() - ${abandonedAfter}::interval`),
          ]),
        ),
    )
    .returning('kind')
    .executeTakeFirst();
  return started !== undefined;
}

export async function finishCheck(
  db: Db,
  mailing: Mailing,
  kind: CheckKind,
  state: CheckState,
  result: unknown,
): Promise<void> {
  await db
    .updateTable('mailing_check')
    .set({ state, result: json(result), finished_at: sql<Date>`now()` })
    .where('account_id', '=', mailing.account_id)
    .where('mailing_id', '=', mailing.id)
    .where('kind', '=', kind)
    .execute();
}

/** The finished check of the content as it is now; undefined when it was never made, still runs, or is stale. */
export async function currentCheck(
  db: Db,
  mailing: Mailing,
  kind: CheckKind,
): Promise<(Check & { state: CheckState; finished_at: Date }) | undefined> {
  const check = await db
    .selectFrom('mailing_check')
    .selectAll()
    .where('account_id', '=', mailing.account_id)
    .where('mailing_id', '=', mailing.id)
    .where('kind', '=', kind)
    .where('content_version', '=', mailing.content_version)
    .where('state', 'is not', null)
    .executeTakeFirst();
  return check as (Check & { state: CheckState; finished_at: Date }) | undefined;
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
