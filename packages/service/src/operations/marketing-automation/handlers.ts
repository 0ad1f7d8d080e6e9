import {
  type AutomationProgramDraft,
  type AutomationStep,
  badRequest,
  conflict,
  type Handlers,
  reply,
} from '@mailwright/server';
import {
  countPrograms,
  countStarters,
  findProgramObstacles,
  insertProgram,
  listIdleSteps,
  listPrograms,
  lockProgram,
  lockPrograms,
  nextStartOf,
  type Program,
  planStartByHand,
  planStarts,
  programRuns,
  programWith,
  raiseVersion,
  readTally,
  startRuns,
  takeovers,
} from '../../events/index.ts';
import { recordSwitchedOff } from '../../outcomes/index.ts';
import { type CustomFields, customFields, findByKeys, parseEmail } from '../../people/index.ts';
import { totalOf } from '../../platform/lists/total.ts';
import { formatSqlDateTime } from '../../platform/time/format.ts';
import { obstacles } from '../../sending/index.ts';
import { requireContactFilter } from '../contact-filters/require.ts';
import type { Context } from '../context.ts';
import { etag, requireSeen } from '../seen.ts';
import { requireProgram, requireVersion } from './require.ts';
import { readStart, startDocument } from './start.ts';
import { readSteps, stepDocuments } from './steps.ts';

const maxPrograms = 200;

const listedRuns = 50;
const listedIdleSteps = 100;

/** Addresses that a message names at most. */
const maxNamed = 100;

/** Automation programs. */
export const automationHandlers = {
  async listAutomationPrograms(_input, context) {
    const { db, accountId } = context;
    const fields = await customFields(db, accountId);
    return (await listPrograms(db, accountId)).map((program) => programDocument(program, fields, context));
  },

  async getAutomationProgram({ programId, version }, context) {
    const { db, accountId } = context;
    const program = await requireProgram(context, programId);
    if (version !== undefined && version !== program.version) {
      const older = { ...program, ...(await requireVersion(context, program, version)) };
      return reply(200, programDocument(older, await customFields(db, accountId), context), {});
    }
    return reply(200, programDocument(program, await customFields(db, accountId), context), { etag: tagOf(program) });
  },

  async getAutomationProgress({ programId }, context) {
    const { db, accountId } = context;
    await requireProgram(context, programId);
    const versions = await programRuns.versionsInUse(db, accountId, programId);
    const tally = await readTally(db, accountId, programId);
    const runs = await programRuns.lastRuns(db, accountId, programId, listedRuns);
    return {
      versions: versions.map(({ version, steps, contacts }) => ({
        version,
        goal: sumOf(steps, (index) => tally.counts(version, index).goals),
        exits: sumOf(steps, (index) => tally.counts(version, index).exits),
        contacts: Array.from({ length: steps.length + 1 }, (_, index) => contacts.get(index) ?? 0),
        steps: steps.map((_, index) => {
          const { taken, matching, goals, exits, removals } = tally.counts(version, index);
          return { taken, matching, left: goals + exits + removals, idle: tally.idle(version, index) };
        }),
      })),
      runs: runs.map(runDocument),
    };
  },

  async listAutomationRuns({ programId, ...wanted }, context) {
    const { db, accountId } = context;
    const program = await requireProgram(context, programId);
    if (wanted.version !== undefined) await requireVersion(context, program, wanted.version);
    const runs = await programRuns.listRuns(db, accountId, programId, wanted);
    return {
      items: runs.map((run) => ({ ...runDocument(run), passed: run.passed.map(passedDocument) })),
      total: await totalOf(runs, wanted, () => programRuns.countRuns(db, accountId, programId, wanted)),
    };
  },

  async countAutomationStarters({ programId, contact_filter_id }, context) {
    const program = await requireProgram(context, programId);
    return countStarters(context.db, program, await requireContactFilter(context, contact_filter_id));
  },

  async listIdleSteps({ contact_id }, { db, accountId }) {
    return (await listIdleSteps(db, accountId, contact_id, listedIdleSteps)).map(
      ({ program_id, name, at, ...rest }) => ({
        program_id,
        program: name,
        ...rest,
        timestamp: formatSqlDateTime(at),
      }),
    );
  },

  async getAutomationTakeover({ programId }, context) {
    const program = await requireProgram(context, programId);
    const preview = await takeovers.previewTakeover(context.db, program, new Date());
    return { version: program.version, running: program.takeover_version !== null, ...preview };
  },

  async startAutomationTakeover({ programId, body }, context) {
    const program = await requireLockedProgram(context, programId);
    if (body.version !== program.version)
      throw conflict(
        `version must be the latest version of automation program with id ${programId}, which is ${program.version}, but was ${body.version}.`,
      );
    await takeovers.planTakeover(context.db, program);
    context.wakeWorker();
  },

  async createAutomationProgram({ body }, context) {
    const { db, accountId } = context;
    await lockPrograms(db, accountId);
    const draft = await readDraft(body, context);
    await requireFreeName(context, body.name);
    if ((await countPrograms(db, accountId)) >= maxPrograms) {
      throw conflict(`The account has ${maxPrograms} automation programs, which is the maximum.`);
    }
    const id = await insertProgram(db, accountId, draft);
    await planStarts(db, accountId, id);
    return programDocument(await requireProgram(context, id), await customFields(db, accountId), context);
  },

  async updateAutomationProgram({ programId, body, 'If-Match': seen }, context) {
    const { db, accountId } = context;
    await lockPrograms(db, accountId);
    const program = await requireLockedProgram(context, programId);
    requireSeen(`Automation program with id ${programId}`, tagOf(program), seen);
    const draft = await readDraft(body, context);
    await requireFreeName(context, body.name, programId);
    await raiseVersion(db, program, draft);
    await planStarts(db, accountId, programId, program);
    await recordSwitchedOff(db, accountId, 'program', {
      id: programId,
      wasOn: program.state === 'released',
      isOn: draft.state === 'released',
      savedBy: program.saved_by,
      changedBy: draft.saved_by,
    });
    return programDocument(await requireProgram(context, programId), await customFields(db, accountId), context);
  },

  async startAutomationProgram({ programId, body }, context) {
    const program = await requireLockedProgram(context, programId);
    if (program.state !== 'released') throw conflict(`Automation program with id ${programId} is not released.`);
    const { emails, contact_filter_id } = body;
    if ((emails === undefined) === (contact_filter_id === undefined))
      throw badRequest('either emails or contact_filter_id is required, and not both');
    if (contact_filter_id === undefined)
      await startRuns(context.db, program, await requireContacts(context, emails ?? []));
    else await planStartByHand(context.db, program, (await requireContactFilter(context, contact_filter_id)).id);
    context.wakeWorker();
  },
} satisfies Partial<Handlers<Context>>;

/** A draft as it is kept. @throws ApiError 400 or 404 for what it speaks of and is not there */
async function readDraft(
  { name, state, goal, exit_filter_id, steps, ...starts }: AutomationProgramDraft,
  context: Context,
) {
  const start = await readStart(starts, context);
  if (goal !== undefined) await requireContactFilter(context, goal.contact_filter_id);
  if (exit_filter_id !== undefined) await requireContactFilter(context, exit_filter_id);
  const read = await readSteps(steps, context);
  if (state === 'released') await requireWorking(context, read);
  const goal_filter_id = goal?.contact_filter_id ?? null;
  const leaving = { goal_filter_id, exit_filter_id: exit_filter_id ?? null };
  return { name, state, ...start, ...leaving, steps: read, saved_by: context.userId ?? null };
}

/** A released program that cannot send what it names would go past it without a word. @throws ApiError 400 */
async function requireWorking({ db, accountId }: Context, steps: readonly AutomationStep[]): Promise<void> {
  const found = await findProgramObstacles(db, accountId, steps);
  if (found.length > 0)
    throw badRequest(`The program cannot be released. ${obstacles.describeObstacles(found)} ${found[0]!.remedy}`);
}

async function requireLockedProgram(context: Context, id: number): Promise<Program> {
  await lockProgram(context.db, context.accountId, id);
  return requireProgram(context, id);
}

async function requireFreeName({ db, accountId }: Context, name: string, except?: number): Promise<void> {
  const other = await programWith(db, accountId, (program) => program.name === name && program.id !== except);
  if (other !== undefined) throw conflict(`name "${name}" is used by another automation program.`);
}

/** Ids of the contacts with these addresses; 400 that names the addresses of which there is none. */
async function requireContacts({ db, accountId }: Context, emails: readonly string[]): Promise<number[]> {
  const addresses = emails.map((text) => ({ text, email: parseEmail(text) }));
  const keys = addresses.flatMap(({ email }) => (email ? { email } : []));
  const contactOf = await findByKeys(db, accountId, keys);
  const found = addresses.map(({ text, email }) => ({ text, contact: email && contactOf({ email }) }));
  const missing = found.flatMap(({ text, contact }) => (contact ? [] : text));
  if (missing.length > 0) {
    const more = missing.length > maxNamed ? ` and ${missing.length - maxNamed} more` : '';
    throw badRequest(
      `The program was started for nobody, because there are no contacts with these addresses: ${missing.slice(0, maxNamed).join(', ')}${more}.`,
    );
  }
  return found.map(({ contact }) => contact!.id);
}

/** Sums what is counted before each step and the end. */
const sumOf = (steps: readonly AutomationStep[], count: (index: number) => number): number =>
  [...steps.keys(), steps.length].reduce((sum, index) => sum + count(index), 0);

type Listing = Awaited<ReturnType<typeof programRuns.listRuns>>[number];

const runDocument = (run: Omit<Listing, 'passed'>) => {
  const { contact_id, version, taken, step, started_at, due_at, ended_at, left_by } = run;
  return {
    contact_id,
    version,
    taken,
    started: started_at.getTime(),
    ...(ended_at === null ? { step, due: due_at.getTime() } : { ended: ended_at.getTime() }),
    ...(left_by !== null && { left: left_by }),
  };
};

const passedDocument = ({ at, ...rest }: Listing['passed'][number]) => ({ ...rest, timestamp: at });

/** Each change of a program makes a version of it. */
const tagOf = ({ id, version }: Program) => etag(`${id}.${version}`);

function programDocument(program: Program, fields: CustomFields, { account }: Pick<Context, 'account'>) {
  const { id, name, state, version, created_at, updated_at, active_runs, steps } = program;
  const { goal_filter_id, exit_filter_id } = program;
  const next = nextStartOf(program, account.time_zone);
  return {
    id,
    name,
    state,
    ...startDocument(program, fields),
    version,
    created: formatSqlDateTime(created_at),
    updated: formatSqlDateTime(updated_at),
    active_runs,
    ...(next !== undefined && { next_start: formatSqlDateTime(next) }),
    ...(goal_filter_id !== null && { goal: { contact_filter_id: goal_filter_id } }),
    ...(exit_filter_id !== null && { exit_filter_id }),
    steps: stepDocuments(steps, fields),
  };
}
