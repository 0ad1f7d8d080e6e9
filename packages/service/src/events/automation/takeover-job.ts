import type { AutomationStep } from '@mailwright/server';
import { findAccount } from '../../account/index.ts';
import { retrying } from '../../platform/database/retry.ts';
import type { Db } from '../../platform/database/schema.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';
import type { JobHandler } from '../../platform/queue/job.ts';
import { contactZones } from './contact-zones.ts';
import { matchSteps } from './match-steps.ts';
import { recordStopped } from './outcomes.ts';
import { findProgram, findVersion, lockProgram, type Program } from './programs.ts';
import { type ProgramRun, queueNextSteps, saveRuns } from './runs.ts';
import { takeOver } from './take-over.ts';

/** A program whose contacts are taken over by one of its versions. */
interface Takeover {
  programId: number;
}

const takeoverKind = { kind: 'automation-takeover' };

/** Runs of one transaction: enough to be fast, few enough that steps wait for a moment only. */
const usualRuns = 1000;

/** Has the newest version of a program, which must be locked, take over the contacts that go through older ones. */
export async function planTakeover(db: Db, program: Pick<Program, 'account_id' | 'id' | 'version'>): Promise<void> {
  await setTakeover(db, program, program.version);
  await queueTakeover(db, program);
}

/**
 * Takes over the contacts of a program, some of them in each transaction with the end of the job. Steps are taken under the same lock,
 * so that each contact is in one version or the other at each of its steps, whatever crashes.
 * @param atOnce runs of one transaction
 */
export function takeoverJob(atOnce = usualRuns): JobHandler<Takeover> {
  return {
    ...takeoverKind,
    concurrency: 2,
    async run(db, { programId }, { accountId, now, complete }) {
      const take = async (transaction: Db) => {
        if (await lockProgram(transaction, accountId, programId)) {
          const program = await findProgram(transaction, accountId, programId);
          if (program !== undefined) await takeNext(transaction, program, atOnce, now());
        }
        await complete(transaction);
      };
      await retrying(() => db.transaction().execute(take));
    },
    async giveUp(db, { programId }, accountId) {
      const program = { account_id: accountId, id: programId };
      await setTakeover(db, program, null);
      await recordStopped(db, program);
    },
  };
}

async function takeNext(db: Db, program: Program, atOnce: number, now: Date): Promise<void> {
  const newer = program.takeover_version;
  if (newer === null) return;
  const runs = await db
    .selectFrom('automation_run')
    .selectAll()
    .where('account_id', '=', program.account_id)
    .where('program_id', '=', program.id)
    .where('ended_at', 'is', null)
    .where('version', '<', newer)
    .orderBy('version')
    .limit(atOnce)
    .execute();
  await takeOverRuns(db, program, newer, runs, now);
  await queueNextSteps(db, program);
  if (runs.length < atOnce) await setTakeover(db, program, null);
  else await queueTakeover(db, program);
}

async function takeOverRuns(
  db: Db,
  program: Program,
  version: number,
  runs: readonly ProgramRun[],
  now: Date,
): Promise<void> {
  const { account_id: accountId } = program;
  const { steps: to } = (await findVersion(db, program, version))!;
  const zoneOf = await readZones(db, accountId, to, runs);
  for (const [older, ofVersion] of Map.groupBy(runs, (run) => run.version)) {
    const { steps: from } = (await findVersion(db, program, older))!;
    const change = { from, to, version, matches: matchSteps(from, to) };
    for (const run of ofVersion) takeOver(run, change, now, (step) => zoneOf(step, run.contact_id));
  }
  await saveRuns(db, accountId, runs);
}

/** Reads the zones in which contacts wait: their own where a step says so, otherwise that of the account. */
async function readZones(
  db: Db,
  accountId: number,
  steps: readonly AutomationStep[],
  runs: readonly ProgramRun[],
): Promise<(step: AutomationStep, contactId: number) => string> {
  const { time_zone: usual } = await findAccount(db, accountId);
  const fieldOf = (step: AutomationStep) => (step.kind === 'wait_until' ? step.zone_field : undefined);
  const ids = runs.map(({ contact_id }) => contact_id);
  const zones = new Map<string, Map<number, string>>();
  for (const field of new Set(steps.flatMap((step) => fieldOf(step) ?? [])))
    zones.set(field, await contactZones(db, accountId, field, ids));
  return (step, contactId) => zones.get(fieldOf(step) ?? '')?.get(contactId) ?? usual;
}

async function setTakeover(
  db: Db,
  { account_id, id }: Pick<Program, 'account_id' | 'id'>,
  takeover_version: number | null,
): Promise<void> {
  await db
    .updateTable('automation_program')
    .set({ takeover_version })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute();
}

const queueTakeover = (db: Db, { account_id, id }: Pick<Program, 'account_id' | 'id'>): Promise<void> =>
  enqueue<Takeover>(db, takeoverKind, { accountId: account_id, key: String(id), payload: { programId: id } });
