import { type OutcomeReason, recordOutcome } from '../../outcomes/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { TakenStep } from './step-tally.ts';

interface ProgramKey {
  account_id: number;
  id: number;
}

/** Records that steps of a program have done nothing for contacts; nothing if all did what they should. */
export async function recordIdleSteps(db: Db, program: ProgramKey, taken: readonly TakenStep[]): Promise<void> {
  const reasons = taken.flatMap(({ step, runs, fault }): OutcomeReason[] =>
    fault === undefined ? [] : [{ code: fault, step, count: runs.length }],
  );
  if (reasons.length > 0) await record(db, program, 'partly', reasons);
}

/** Records that contacts do not go on in a program. */
export const recordStopped = (db: Db, program: ProgramKey): Promise<void> =>
  record(db, program, 'failed', [{ code: 'gave_up' }]);

/** Records that contacts have not begun a program, because they have begun it so often. */
export const recordTooOften = (db: Db, program: ProgramKey, count: number): Promise<void> =>
  record(db, program, 'partly', [{ code: 'too_often', count }]);

/** Records that contacts have not begun a program on days that were not started in time. */
export const recordMissedDays = (db: Db, program: ProgramKey, count: number): Promise<void> =>
  record(db, program, 'partly', [{ code: 'days_missed', count }]);

async function record(
  db: Db,
  { account_id, id }: ProgramKey,
  result: 'partly' | 'failed',
  reasons: readonly OutcomeReason[],
): Promise<void> {
  const program = await db
    .selectFrom('automation_program')
    .select('saved_by')
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .executeTakeFirst();
  if (program === undefined) return;
  await recordOutcome(db, account_id, { kind: 'program', objectId: id, startedBy: program.saved_by, result, reasons });
}
