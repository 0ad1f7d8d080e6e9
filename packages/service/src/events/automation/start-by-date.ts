import { findAccount } from '../../account/index.ts';
import { allOf, filterCondition } from '../../audiences/index.ts';
import { contactPieces } from '../../people/index.ts';
import { readPresent } from '../../platform/database/present.ts';
import { retrying } from '../../platform/database/retry.ts';
import type { Db } from '../../platform/database/schema.ts';
import { cancelJob, enqueue } from '../../platform/queue/enqueue.ts';
import type { JobHandler } from '../../platform/queue/job.ts';
import type { Day, StartDate } from '../tables.ts';
import { recordMissedDays, recordStopped } from './outcomes.ts';
import { findProgram, lockProgram, type Program } from './programs.ts';
import { startRuns } from './runs.ts';
import { addDays, daysBetween, dayToStart, firstDayAfter, noonOf, startOf } from './start-days.ts';

/** A program that is started by a date. */
interface StartProgram {
  programId: number;
}

const startProgramKind = { kind: 'automation-starts' };

type DatedProgram = Program & { start_date: StartDate };
type PlannedProgram = DatedProgram & { start_day: Day };

const isDated = (program: Program | undefined): program is DatedProgram =>
  program?.state === 'released' && program.start_date !== null;

const isPlanned = (program: Program | undefined): program is PlannedProgram =>
  isDated(program) && program.start_day !== null;

/**
 * Plans the next day of a program that was saved, which must be locked; nothing is planned for a draft, or a program without
 * a date. A released program that stays released keeps the day that it has not started or not ended.
 * @param now a virtual clock's present in the place of the database's
 */
export async function planDateStart(db: Db, accountId: number, id: number, now?: Date): Promise<void> {
  const program = await findProgram(db, accountId, id);
  if (!isDated(program)) {
    await setDay(db, { account_id: accountId, id }, null);
    await cancelJob(db, startProgramKind, accountId, String(id));
    return;
  }
  const { time_zone } = await findAccount(db, accountId);
  const day = program.start_day ?? firstDayAfter(now ?? (await readPresent(db)), program.start_date, time_zone);
  if (program.start_day === null) await setDay(db, program, day);
  await queueStart(db, program, startOf(day, program.start_date, time_zone));
}

/** Plans the days of all programs of an account anew, whose time zone has changed. */
export async function planDateStarts(db: Db, accountId: number): Promise<void> {
  const planned = await db
    .selectFrom('automation_program')
    .select('id')
    .where('account_id', '=', accountId)
    .where('start_day', 'is not', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  for (const { id } of planned) await planDateStart(db, accountId, id);
}

/**
 * Has contacts begin a program on the day of their date, some of them in each transaction, with the end of the job and the
 * plan of the next one: whatever crashes, each begins once.
 */
export const startProgramJob: JobHandler<StartProgram> = {
  ...startProgramKind,
  concurrency: 2,
  async run(db, { programId }, { accountId, now, complete }) {
    const start = async (transaction: Db) => {
      if (await lockProgram(transaction, accountId, programId)) {
        const program = await findProgram(transaction, accountId, programId);
        if (isPlanned(program)) await startNext(transaction, program, now());
      }
      await complete(transaction);
    };
    await retrying(() => db.transaction().execute(start));
  },
  /** The next day is tried at its hour. */
  async giveUp(db, { programId }, accountId) {
    await recordStopped(db, { account_id: accountId, id: programId });
    const program = await findProgram(db, accountId, programId);
    if (!isPlanned(program)) return;
    const { time_zone } = await findAccount(db, accountId);
    await queueStart(db, program, startOf(addDays(program.start_day, 1), program.start_date, time_zone));
  },
};

/** Starts the next contacts of the day if its hour has come, and plans what follows. */
async function startNext(db: Db, program: PlannedProgram, now: Date): Promise<void> {
  const { account_id, start_date: start, start_day: planned } = program;
  const { time_zone: zone } = await findAccount(db, account_id);
  const day = dayToStart(planned, now, start, zone);
  const after = day === planned ? program.start_after : 0;
  if (day !== planned) await recordMissedDays(db, program, daysBetween(planned, day));
  const hour = startOf(day, start, zone);
  const last = hour <= now ? await startPiece(db, program, { day, zone, after, now }) : after;
  if (last === undefined) {
    const next = addDays(day, 1);
    await setDay(db, program, next);
    await queueStart(db, program, startOf(next, start, zone));
  } else {
    await setDay(db, program, day, last);
    await queueStart(db, program, hour);
  }
}

interface Piece {
  day: Day;
  zone: string;
  /** Id of the contact behind which it begins. */
  after: number;
  now: Date;
}

/** Starts those whose day it is among the next contacts. Returns the id of the last of them, or `undefined` if there are none. */
async function startPiece(
  db: Db,
  program: DatedProgram,
  { day, zone, after, now }: Piece,
): Promise<number | undefined> {
  const { account_id, start_date: start } = program;
  const next = await contactPieces.nextPiece(db, account_id, after);
  if (next === undefined) return undefined;
  const date = addDays(day, -start.days);
  const rows = await next.contacts
    .where(hasDate(account_id, start, date, zone))
    .select('contact.id')
    .execute();
  const ids = rows.map(({ id }) => id);
  const beginning = { now, forDate: date, onceAYear: start.repeat === 'yearly' };
  if (ids.length > 0) await startRuns(db, program, ids, beginning);
  return next.last;
}

/** The condition that the field has this date, or a date that it is an anniversary of, by the rules of contact filters. */
function hasDate(accountId: number, { field, is_customfield, repeat }: StartDate, date: Day, zone: string) {
  const rule = { field, is_customfield, type: 'date' } as const;
  const rules =
    repeat === 'once'
      ? allOf({ ...rule, operator: 'EQUALS', value: date })
      : allOf(
          { ...rule, operator: 'ANNIVERSARY', value: '0' },
          { ...rule, operator: 'BEFORE', value: addDays(date, 1) },
        );
  return filterCondition({ account_id: accountId, rules }, noonOf(date, zone));
}

async function setDay(
  db: Db,
  { account_id, id }: Pick<Program, 'account_id' | 'id'>,
  start_day: Day | null,
  start_after = 0,
): Promise<void> {
  await db
    .updateTable('automation_program')
    .set({ start_day, start_after })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute();
}

const queueStart = (db: Db, { account_id, id }: Pick<Program, 'account_id' | 'id'>, dueAt: Date): Promise<void> =>
  enqueue<StartProgram>(db, startProgramKind, {
    accountId: account_id,
    key: String(id),
    payload: { programId: id },
    dueAt,
  });

/** When contacts begin a program next because of their date; `undefined` if they do not. */
export function nextStartOf({ start_date, start_day }: Program, zone: string): Date | undefined {
  return start_date === null || start_day === null ? undefined : startOf(start_day, start_date, zone);
}
