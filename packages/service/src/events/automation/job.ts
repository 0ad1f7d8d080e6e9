import type { AutomationStep } from '@mailwright/server';
import { findAccount } from '../../account/index.ts';
import { retrying } from '../../platform/database/retry.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { JobHandler } from '../../platform/queue/job.ts';
import type { StepFault } from '../tables.ts';
import { recordIdleSteps, recordStopped } from './outcomes.ts';
import { lockProgram } from './programs.ts';
import { dueRuns, type ProgramRun, queueNextSteps, type RunProgram, runProgramKind, saveRuns } from './runs.ts';
import { saveTally, type TakenStep } from './step-tally.ts';
import { nextStep, waitsUntil } from './steps.ts';
import { takeStep } from './take-step.ts';

/** Runs of one transaction: enough to be fast, few enough that contacts are not locked for long. */
const atOnce = 1000;

/**
 * Takes the steps that are due in a program, each contact to its next wait or its end, in one transaction with the end of
 * the job: each step is taken once, whatever crashes.
 * @param wake tells this process that there are mails to send
 */
export function runProgramJob(wake: () => void): JobHandler<RunProgram> {
  return {
    ...runProgramKind,
    concurrency: 3,
    async run(db, { programId }, { accountId, now, complete }) {
      const advance = async (transaction: Db) => {
        const program = { account_id: accountId, id: programId };
        if (await lockProgram(transaction, accountId, programId)) {
          await advanceRuns(transaction, program, await dueRuns(transaction, program, now(), atOnce), now());
          await queueNextSteps(transaction, program);
        }
        await complete(transaction);
      };
      await retrying(() => db.transaction().execute(advance));
      wake();
    },
    giveUp: (db, { programId }, accountId) => recordStopped(db, { account_id: accountId, id: programId }),
  };
}

/** Contacts that stand before the same step take it together. */
async function advanceRuns(
  db: Db,
  program: { account_id: number; id: number },
  runs: readonly ProgramRun[],
  now: Date,
): Promise<void> {
  if (runs.length === 0) return;
  const { account_id: accountId } = program;
  const taken: TakenStep[] = [];
  const { time_zone } = await findAccount(db, accountId);
  for (const [version, ofVersion] of Map.groupBy(runs, (run) => run.version)) {
    const steps = await stepsOf(db, { ...ofVersion[0]!, version });
    for (let moving = [...ofVersion]; moving.length > 0; moving = moving.filter((run) => isMoving(run, now))) {
      for (const [index, there] of Map.groupBy(moving, (run) => run.step)) {
        const fault = await moveOn(db, accountId, steps, index, there, now, time_zone);
        if (steps[index] !== undefined) taken.push({ version, step: index, runs: there, fault });
      }
    }
  }
  await saveRuns(db, accountId, runs);
  await saveTally(db, program, taken, now);
  await recordIdleSteps(db, program, taken);
}

const isMoving = ({ ended_at, due_at }: ProgramRun, now: Date) => ended_at === null && due_at <= now;

async function stepsOf(db: Db, { account_id, program_id, version }: ProgramRun): Promise<AutomationStep[]> {
  const { steps } = await db
    .selectFrom('automation_version')
    .select('steps')
    .where('account_id', '=', account_id)
    .where('program_id', '=', program_id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return steps;
}

/** Takes a step with contacts. Returns why it has done nothing for them, or `undefined`. */
async function moveOn(
  db: Db,
  accountId: number,
  steps: readonly AutomationStep[],
  index: number,
  runs: readonly ProgramRun[],
  now: Date,
  zone: string,
): Promise<StepFault | undefined> {
  const step = steps[index];
  const { matching, fault } = step === undefined ? {} : await takeStep(db, accountId, step, runs, now);
  const until = step && waitsUntil(step, now, zone);
  for (const run of runs) {
    if (step !== undefined) {
      run.step = nextStep(steps, index, matching?.has(run.contact_id));
      run.taken++;
    }
    if (until !== undefined) run.due_at = until;
    else if (run.step >= steps.length) run.ended_at = now;
  }
  return fault;
}
