import { sql } from 'kysely';
import { type ContactFilter, filterCondition, findContactFilter } from '../../audiences/index.ts';
import { contactPieces } from '../../people/index.ts';
import { retrying } from '../../platform/database/retry.ts';
import type { Db } from '../../platform/database/schema.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';
import type { JobHandler } from '../../platform/queue/job.ts';
import { barringRun } from './entry.ts';
import { recordStopped } from './outcomes.ts';
import { findProgram, lockProgram, type Program } from './programs.ts';
import { startRuns } from './runs.ts';

/** Contacts of a contact filter for whom somebody has started a program. */
interface StartByHand {
  programId: number;
  intakeId: number;
}

const startByHandKind = { kind: 'automation-by-hand' };

/** Counts the contacts of a contact filter who would begin a program now. */
export async function countStarters(db: Db, program: Program, filter: ContactFilter): Promise<number> {
  const { account_id, id, start_filter_id } = program;
  const entry = start_filter_id === null ? undefined : await findContactFilter(db, account_id, start_filter_id);
  const barring = barringRun(program, {});
  const { all } = await contactPieces.countInPieces(db, account_id, (contact) =>
    contact.and([
      ...[filter, ...(entry === undefined ? [] : [entry])].map((each) => filterCondition(each)(contact)),
      sql<boolean>`not exists (
        select from automation_run as earlier
        where earlier.account_id = ${account_id} and earlier.program_id = ${id} and earlier.contact_id = contact.id
          and (earlier.ended_at is null ${barring === undefined ? sql`` : sql`or ${barring}`}))`,
    ]),
  );
  return all;
}

/** Has the contacts of a contact filter who are there begin a program, which must be locked, soon. */
export async function planStartByHand(db: Db, { account_id, id }: Program, filterId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into automation_intake (account_id, program_id, filter_id, after_id, until_id)
    values (${account_id}, ${id}, ${filterId}, 0, (
      select coalesce(max(id), 0) from contact where account_id = ${account_id}))
    returning id`.execute(db);
  await queueIntake(db, account_id, { programId: id, intakeId: rows[0]!.id });
}

/**
 * Has some of the contacts begin in each transaction, with the end of the job: whatever crashes, each begins once. Stops if the program
 * is a draft meanwhile.
 */
export const startByHandJob: JobHandler<StartByHand> = {
  ...startByHandKind,
  concurrency: 2,
  async run(db, payload, { accountId, now, complete }) {
    const start = async (transaction: Db) => {
      if (await lockProgram(transaction, accountId, payload.programId)) {
        const program = await findProgram(transaction, accountId, payload.programId);
        if (program !== undefined && (await startNext(transaction, program, payload.intakeId, now())))
          await queueIntake(transaction, accountId, payload);
      }
      await complete(transaction);
    };
    await retrying(() => db.transaction().execute(start));
  },
  giveUp: (db, { programId }, accountId) => recordStopped(db, { account_id: accountId, id: programId }),
};

/** Starts the program for the next contacts. Reports whether there may be more. */
async function startNext(db: Db, program: Program, intakeId: number, now: Date): Promise<boolean> {
  const { account_id } = program;
  const intake = await ofIntake(db, account_id, intakeId);
  if (intake === undefined) return false;
  const filter = await findContactFilter(db, account_id, intake.filter_id);
  const next = await contactPieces.nextPiece(db, account_id, intake.after_id);
  if (
    program.state !== 'released' ||
    filter === undefined ||
    next === undefined ||
    intake.after_id >= intake.until_id
  ) {
    await db.deleteFrom('automation_intake').where('account_id', '=', account_id).where('id', '=', intakeId).execute();
    return false;
  }
  const rows = await next.contacts
    .where('contact.id', '<=', intake.until_id)
    .where('contact.anonymous', '=', false)
    .where(filterCondition(filter, now))
    .select('contact.id')
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await startRuns(db, program, ids, { now });
  await db
    .updateTable('automation_intake')
    .set({ after_id: next.last })
    .where('account_id', '=', account_id)
    .where('id', '=', intakeId)
    .execute();
  return true;
}

const ofIntake = (db: Db, accountId: number, id: number) =>
  db
    .selectFrom('automation_intake')
    .select(['filter_id', 'after_id', 'until_id'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();

const queueIntake = (db: Db, accountId: number, payload: StartByHand): Promise<void> =>
  enqueue<StartByHand>(db, startByHandKind, { accountId, key: String(payload.intakeId), payload });
