import type { AutomationStep } from '@mailwright/server';
import { findAccount } from '../../account/index.ts';
import { retrying } from '../../platform/database/retry.ts';
import type { Db } from '../../platform/database/schema.ts';
import { noteWatched, watchesFor } from '../../platform/events/watch.ts';
import type { JobHandler } from '../../platform/queue/job.ts';
import type { EarlyLeave } from '../tables.ts';
import { goesOnWaiting, passStep } from './advance.ts';
import { contactZones } from './contact-zones.ts';
import { contactsInFilter } from './entry.ts';
import { recordIdleSteps, recordStopped } from './outcomes.ts';
import { findVersion, lockProgram } from './programs.ts';
import { dueRuns, type ProgramRun, queueNextSteps, type RunProgram, runProgramKind, saveRuns } from './runs.ts';
import type { DrawnSteps } from './shares.ts';
import { addCounts, saveTally, type TakenStep } from './step-tally.ts';
import { waitsUntil } from './steps.ts';
import { takeStep } from './take-step.ts';

declare module '../../platform/events/watch.ts' {
  interface WatchedKinds {
    /** A contact came to the end of a program. */
    program_ended: { program_id: number };
  }
}

/** Runs of one transaction: enough to be fast, few enough that contacts are not locked for long. */
const atOnce = 1000;

/**
 * Takes the steps that are due in a program, each contact to its next wait or its end, in one transaction with the end of
 * the job: each step is taken once, whatever crashes.
 * @param publicUrl where users find their pages
 * @param wake tells this process that there are mails to send
 */
export function runProgramJob(publicUrl: string, wake: () => void): JobHandler<RunProgram> {
  return {
    ...runProgramKind,
    concurrency: 3,
    async run(db, { programId }, { accountId, now, complete }) {
      const advance = async (transaction: Db) => {
        const program = { account_id: accountId, id: programId };
        if (await lockProgram(transaction, accountId, programId)) {
          const due = await dueRuns(transaction, program, now(), atOnce);
          await advanceRuns(transaction, program, due, { now: now(), publicUrl });
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
  { now, publicUrl }: { now: Date; publicUrl: string },
): Promise<void> {
  if (runs.length === 0) return;
  const { account_id: accountId } = program;
  const taken: TakenStep[] = [];
  const { time_zone: zone } = await findAccount(db, accountId);
  for (const [version, ofVersion] of Map.groupBy(runs, (run) => run.version)) {
    const { steps, draws, goal_filter_id, exit_filter_id } = (await findVersion(db, program, version))!;
    if (goal_filter_id !== null) await leaveEarly(db, program, 'goal', goal_filter_id, ofVersion, now);
    if (exit_filter_id !== null) await leaveEarly(db, program, 'exit', exit_filter_id, ofVersion, now);
    for (let moving = ofVersion; ; ) {
      moving = moving.filter((run) => isMoving(run, now));
      if (moving.length === 0) break;
      for (const [index, there] of Map.groupBy(moving, (run) => run.step))
        taken.push(...(await moveOn(db, accountId, { steps, draws, index, version }, there, { now, publicUrl, zone })));
    }
  }
  await saveRuns(db, accountId, runs);
  await saveTally(db, program, taken, now);
  await recordIdleSteps(db, program, taken);
  await noteEnds(db, program, runs);
}

/** Notes who has come to the end, for programs that begin then. */
async function noteEnds(
  db: Db,
  { account_id, id }: { account_id: number; id: number },
  runs: readonly ProgramRun[],
): Promise<void> {
  const ended = runs.flatMap(({ contact_id, ended_at, left_by }) =>
    ended_at === null || left_by !== null ? [] : contact_id,
  );
  if (ended.length === 0) return;
  const watches = await watchesFor(db, account_id, ['program_ended']);
  await noteWatched(db, account_id, watches, ({ program_id }) => (program_id === id ? ended : []));
}

const isMoving = ({ ended_at, due_at }: ProgramRun, now: Date) => ended_at === null && due_at <= now;

const leaveCounts = { goal: { goals: 1 }, exit: { exits: 1 } };

/** Those of a contact filter leave the program where they are; who has left before stays out for that reason. */
async function leaveEarly(
  db: Db,
  program: { account_id: number; id: number },
  reason: EarlyLeave,
  filterId: number,
  runs: readonly ProgramRun[],
  now: Date,
): Promise<void> {
  const there = runs.filter(({ ended_at }) => ended_at === null);
  const ids = there.map(({ contact_id }) => contact_id);
  const found = await contactsInFilter(db, program.account_id, filterId, ids, now);
  const leaving = there.filter(({ contact_id }) => found?.has(contact_id));
  for (const run of leaving) Object.assign(run, { ended_at: now, left_by: reason, waits_since: null });
  await addCounts(
    db,
    program,
    leaving.map(({ version, step }) => ({ version, step, ...leaveCounts[reason] })),
  );
}

/** Where contacts stand in a program. */
interface Place extends DrawnSteps {
  index: number;
  version: number;
}

/** Takes a step with contacts. Returns who has taken it, by what it has done for them; who goes on waiting has not. */
async function moveOn(
  db: Db,
  accountId: number,
  { steps, draws, index, version }: Place,
  runs: readonly ProgramRun[],
  environment: { now: Date; publicUrl: string; zone: string },
): Promise<TakenStep[]> {
  const { now, zone } = environment;
  const step = steps[index];
  if (step === undefined) {
    for (const run of runs) run.ended_at = now;
    return [];
  }
  const { matching, fault, idle } = await takeStep(db, accountId, step, { steps, draws }, runs, environment);
  const matches = ({ contact_id }: ProgramRun) => matching?.has(contact_id) === true;
  const going = runs.filter((run) => matches(run) || fault !== undefined || !goesOnWaiting(step, run, now, zone));
  const untilOf = await waitOf(db, accountId, step, going, { now, zone });
  const isIdle = ({ contact_id }: ProgramRun) => fault !== undefined && (idle === undefined || idle.has(contact_id));
  for (const run of going) {
    const result = { matching: matches(run), idle: isIdle(run) ? fault : undefined };
    passStep(steps, run, result, now, untilOf(run));
  }
  return [...Map.groupBy(going, isIdle)].map(([isFault, some]) => ({
    version,
    step: index,
    runs: some,
    matching: some.filter(matches).length,
    fault: isFault ? fault : undefined,
  }));
}

/** Until when a step has contacts wait, in their own time zones if it says so. */
async function waitOf(
  db: Db,
  accountId: number,
  step: AutomationStep,
  runs: readonly ProgramRun[],
  { now, zone }: { now: Date; zone: string },
): Promise<(run: ProgramRun) => Date | undefined> {
  const field = step.kind === 'wait_until' ? step.zone_field : undefined;
  const ids = runs.map(({ contact_id }) => contact_id);
  const zones = field === undefined ? new Map<number, string>() : await contactZones(db, accountId, field, ids);
  const times = new Map([...new Set([zone, ...zones.values()])].map((each) => [each, waitsUntil(step, now, each)]));
  return ({ contact_id }) => times.get(zones.get(contact_id) ?? zone);
}
