import { type AutomationProgramDraft, badRequest, conflict, type Handlers, notFound } from '@mailwright/server';
import {
  countPrograms,
  findProgram,
  insertProgram,
  listPrograms,
  lockProgram,
  lockPrograms,
  type Program,
  programWith,
  raiseVersion,
  startRuns,
} from '../../events/index.ts';
import { readEventName } from '../../mailings/index.ts';
import { type CustomFields, customFields, findByKeys, parseEmail } from '../../people/index.ts';
import { formatSqlDateTime } from '../../platform/time/format.ts';
import type { Context } from '../context.ts';
import { requireTransactionType } from '../transactions/require.ts';
import { readSteps, stepDocuments } from './steps.ts';

const maxPrograms = 200;

/** Addresses that a message names at most. */
const maxNamed = 100;

/** Automation programs. */
export const automationHandlers = {
  async listAutomationPrograms(_input, { db, accountId }) {
    const fields = await customFields(db, accountId);
    return (await listPrograms(db, accountId)).map((program) => programDocument(program, fields));
  },

  async getAutomationProgram({ programId }, context) {
    const { db, accountId } = context;
    return programDocument(await requireProgram(context, programId), await customFields(db, accountId));
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
    return programDocument(await requireProgram(context, id), await customFields(db, accountId));
  },

  async updateAutomationProgram({ programId, body }, context) {
    const { db, accountId } = context;
    await lockPrograms(db, accountId);
    const program = await requireLockedProgram(context, programId);
    const draft = await readDraft(body, context);
    await requireFreeName(context, body.name, programId);
    await raiseVersion(db, program, draft);
    return programDocument(await requireProgram(context, programId), await customFields(db, accountId));
  },

  async startAutomationProgram({ programId, body }, context) {
    const program = await requireLockedProgram(context, programId);
    if (program.state !== 'released') throw conflict(`Automation program with id ${programId} is not released.`);
    await startRuns(context.db, program, await requireContacts(context, body.emails));
    context.wakeWorker();
  },
} satisfies Partial<Handlers<Context>>;

/** A draft as it is kept. @throws ApiError 400 or 404 for what it speaks of and is not there */
async function readDraft({ name, state, steps, start_event }: AutomationProgramDraft, context: Context) {
  const event =
    start_event === undefined ? { transaction_type_id: null, system_event: null } : readEventName(start_event);
  if (event.transaction_type_id !== null) await requireTransactionType(context, event.transaction_type_id);
  return { name, state, ...event, steps: await readSteps(steps, context) };
}

async function requireProgram({ db, accountId }: Context, id: number): Promise<Program> {
  const program = await findProgram(db, accountId, id);
  if (program === undefined) throw notFound('Automation program', id);
  return program;
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

function programDocument(program: Program, fields: CustomFields) {
  const { id, name, state, version, created_at, updated_at, active_runs, steps } = program;
  const { transaction_type_id, system_event } = program;
  const event = system_event ?? transaction_type_id?.toString();
  return {
    id,
    name,
    state,
    ...(event !== undefined && { start_event: event }),
    version,
    created: formatSqlDateTime(created_at),
    updated: formatSqlDateTime(updated_at),
    active_runs,
    steps: stepDocuments(steps, fields),
  };
}
