import { sql } from 'kysely';
import { retrying } from '../../platform/database/retry.ts';
import type { Db } from '../../platform/database/schema.ts';
import { cancelJob, enqueue } from '../../platform/queue/enqueue.ts';
import type { JobHandler } from '../../platform/queue/job.ts';
import { recordStopped } from './outcomes.ts';
import { findProgram, lockProgram, type Program } from './programs.ts';
import { startRuns } from './runs.ts';

/** A program that contacts begin who were there when it was released. */
interface StartExisting {
  programId: number;
}

const startExistingKind = { kind: 'automation-existing' };

/** Contacts of one transaction. */
const atOnce = 2000;

const isForExisting = ({ state, start_on }: Pick<Program, 'state' | 'start_on'>): boolean =>
  state === 'released' && start_on?.kind === 'contact_created' && start_on.existing === true;

/**
 * Has the contacts that are there begin a program that was saved, which must be locked, if it is released for them with that.
 * @param before the program as it was; none if it is new
 */
export async function planExistingStart(db: Db, accountId: number, id: number, before?: Program): Promise<void> {
  const program = await findProgram(db, accountId, id);
  if (program === undefined) return;
  if (!isForExisting(program)) {
    if (program.existing_until === null) return;
    await setPlace(db, program, null, null);
    await cancelJob(db, startExistingKind, accountId, String(id));
  } else if (before === undefined || !isForExisting(before)) {
    const { rows } = await sql<{ last: number | null }>`
      select max(id) as last from contact where account_id = ${accountId}`.execute(db);
    if (rows[0]!.last === null) return;
    await setPlace(db, program, 0, rows[0]!.last);
    await queueExisting(db, program);
  }
}

/**
 * Has contacts begin a program that were there when it was released and have never begun it, some of them in each transaction, with the
 * end of the job: whatever crashes, each begins once.
 */
export const startExistingJob: JobHandler<StartExisting> = {
  ...startExistingKind,
  concurrency: 2,
  async run(db, { programId }, { accountId, now, complete }) {
    const start = async (transaction: Db) => {
      if (await lockProgram(transaction, accountId, programId)) {
        const program = await findProgram(transaction, accountId, programId);
        if (program !== undefined && isForExisting(program)) await startNext(transaction, program, now());
      }
      await complete(transaction);
    };
    await retrying(() => db.transaction().execute(start));
  },
  giveUp: (db, { programId }, accountId) => recordStopped(db, { account_id: accountId, id: programId }),
};

async function startNext(db: Db, program: Program, now: Date): Promise<void> {
  const { account_id, existing_after: after, existing_until: until } = program;
  if (after === null || until === null) return;
  const contacts = await db
    .selectFrom('contact')
    .select(['id', 'anonymous'])
    .where('account_id', '=', account_id)
    .where('id', '>', after)
    .where('id', '<=', until)
    .orderBy('id')
    .limit(atOnce)
    .execute();
  const ids = contacts.filter(({ anonymous }) => !anonymous).map(({ id }) => id);
  if (ids.length > 0) await startRuns(db, program, ids, { now, neverBefore: true });
  if (contacts.length < atOnce) return setPlace(db, program, null, null);
  await setPlace(db, program, contacts.at(-1)!.id, until);
  await queueExisting(db, program);
}

async function setPlace(
  db: Db,
  { account_id, id }: Pick<Program, 'account_id' | 'id'>,
  existing_after: number | null,
  existing_until: number | null,
): Promise<void> {
  await db
    .updateTable('automation_program')
    .set({ existing_after, existing_until })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute();
}

const queueExisting = (db: Db, { account_id, id }: Pick<Program, 'account_id' | 'id'>): Promise<void> =>
  enqueue<StartExisting>(db, startExistingKind, { accountId: account_id, key: String(id), payload: { programId: id } });
