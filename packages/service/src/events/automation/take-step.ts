import type { AutomationStep } from '@mailwright/server';
import { sql } from 'kysely';
import { findAccount, users } from '../../account/index.ts';
import { findMailing } from '../../mailings/index.ts';
import { changeContacts, contactTags, customFields, parseEmail, readContact } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { isWanted, publish } from '../../platform/events/publish.ts';
import { mailQueue } from '../../sending/index.ts';
import { didCondition } from '../../tracking/index.ts';
import { userMails } from '../../transactional/index.ts';
import type { StepFault } from '../tables.ts';
import { contactsInFilter } from './entry.ts';
import { sendFault } from './obstacles.ts';
import { findProgram } from './programs.ts';
import type { ProgramRun } from './runs.ts';
import { type DrawnSteps, drawOf, isInShare } from './shares.ts';
import { sendingStep } from './steps.ts';
import { noteLeaving, programWatchers } from './watches.ts';

declare module '../../platform/events/publish.ts' {
  interface EventData {
    automation_step: { contact_id: number; program_id: number; step: number; name?: string };
  }
}

type StepOf<Kind extends AutomationStep['kind']> = Extract<AutomationStep, { kind: Kind }>;

/** What a step has done. */
export interface StepResult {
  /** Contacts that match, where contacts go one of two ways. */
  matching?: ReadonlySet<number>;
  /** Why it has done nothing. */
  fault?: StepFault;
  /** For whom it has done nothing; for nobody did it anything if absent. */
  idle?: ReadonlySet<number>;
}

/**
 * Does what a step does to contacts who stand before it.
 * @param version what it is a step of
 * @param environment the present, and where pages for users are
 */
export async function takeStep(
  db: Db,
  accountId: number,
  step: AutomationStep,
  version: DrawnSteps,
  runs: readonly ProgramRun[],
  environment: { now: Date; publicUrl: string },
): Promise<StepResult> {
  const { now, publicUrl } = environment;
  const { steps } = version;
  const ids = runs.map(({ contact_id }) => contact_id);
  switch (step.kind) {
    case 'send':
      return send(db, accountId, step, runs);
    case 'set':
      return setField(db, accountId, step, ids);
    case 'branch':
    case 'wait_for':
      return matchFilter(db, accountId, step.contact_filter_id, ids, now);
    case 'branch_activity':
    case 'wait_for_activity':
      return { matching: await contactsWithActivity(db, accountId, steps, step, runs) };
    case 'branch_random': {
      const draw = drawOf(runs[0]!.program_id, version, steps.indexOf(step));
      return { matching: new Set(ids.filter((id) => isInShare(draw, id, step.percent))) };
    }
    case 'add_tag':
      return addTag(db, accountId, step, ids);
    case 'remove_tag':
      await contactTags.removeTag(db, accountId, ids, step.tag);
      return {};
    case 'start_program':
      return startProgram(db, accountId, step, ids);
    case 'leave_program':
      await noteLeaving(db, accountId, step.program_id, ids);
      return {};
    case 'call_webhooks':
      return callWebhooks(db, step, runs);
    case 'notify':
      return notify(db, step, runs, publicUrl);
    case 'wait':
    case 'wait_until':
    case 'go_to':
    case 'end':
      return {};
  }
}

/** The filter is asked by its rules; nobody is in one that was deleted. */
async function matchFilter(
  db: Db,
  accountId: number,
  filterId: number,
  ids: readonly number[],
  now: Date,
): Promise<StepResult> {
  const matching = await contactsInFilter(db, accountId, filterId, ids, now);
  return matching === undefined ? { fault: 'segment_deleted' } : { matching };
}

/** Who has opened or clicked the mailing of a step since it has begun the program. */
async function contactsWithActivity(
  db: Db,
  accountId: number,
  steps: readonly AutomationStep[],
  { sent_by, activity }: StepOf<'branch_activity'> | StepOf<'wait_for_activity'>,
  runs: readonly ProgramRun[],
): Promise<Set<number>> {
  const did = didCondition(activity, accountId, sendingStep(steps, sent_by)?.mailing_id, sql`run.started_at`);
  const { rows } = await sql<{ id: number }>`
    select contact.id from automation_run as run
    join contact on contact.account_id = run.account_id and contact.id = run.contact_id
    where run.account_id = ${accountId} and run.id = any(${runs.map(({ id }) => id)}::int8[]) and ${did}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Who has as many tags as contacts may have gets none. */
async function addTag(
  db: Db,
  accountId: number,
  { tag }: StepOf<'add_tag'>,
  ids: readonly number[],
): Promise<StepResult> {
  await contactTags.addTag(db, accountId, ids, tag);
  const { rows } = await sql<{ id: number }>`
    select id from contact
    where account_id = ${accountId} and id = any(${ids}::int8[]) and not ${contactTags.hasTag([tag])}`.execute(db);
  return rows.length === 0 ? {} : { fault: 'tags_full', idle: new Set(rows.map(({ id }) => id)) };
}

/** Nobody begins a program that is a draft. */
async function startProgram(
  db: Db,
  accountId: number,
  { program_id }: StepOf<'start_program'>,
  ids: readonly number[],
): Promise<StepResult> {
  const program = await db
    .selectFrom('automation_program')
    .select('state')
    .where('account_id', '=', accountId)
    .where('id', '=', program_id)
    .executeTakeFirst();
  if (program?.state !== 'released') return { fault: 'program_inactive' };
  await programWatchers.note(db, accountId, [{ programId: program_id, contactIds: ids }]);
  return {};
}

/** A mailing that is not released at the moment is left out; who must not get it is found out when it is sent. */
async function send(
  db: Db,
  accountId: number,
  { mailing_id }: StepOf<'send'>,
  runs: readonly ProgramRun[],
): Promise<StepResult> {
  const fault = sendFault(await findMailing(db, accountId, mailing_id));
  if (fault !== undefined) return { fault };
  const mails = runs.map(({ program_id, id, taken, step, contact_id }) => ({
    contactId: contact_id,
    // A circle comes by the same step again, so steps are counted as they are taken.
    occasion: { kind: 'step' as const, programId: program_id, runId: id, taken: taken + 1, step },
  }));
  await mailQueue.queueMails(db, accountId, mailing_id, mails);
  return {};
}

/** A custom field that was deleted is left out. */
async function setField(
  db: Db,
  accountId: number,
  { is_customfield, field, value }: StepOf<'set'>,
  ids: readonly number[],
): Promise<StepResult> {
  const fields = await customFields(db, accountId);
  const name = is_customfield ? [...fields].find(([, { id }]) => String(id) === field)?.[0] : field;
  if (name === undefined) return { fault: 'field_deleted' };
  const body = is_customfield ? { custom_fields: { [name]: value } } : { standard_fields: { [name]: value } };
  const { change, faults } = readContact(body, fields);
  if (faults.length > 0) return { fault: 'value_refused' };
  await changeContacts(db, accountId, ids, change);
  return {};
}

/** The calls are made as those of other events, when the transaction has ended. */
async function callWebhooks(
  db: Db,
  { name }: StepOf<'call_webhooks'>,
  runs: readonly ProgramRun[],
): Promise<StepResult> {
  const { account_id } = runs[0]!;
  if (!(await isWanted(db, account_id, 'automation_step'))) return { fault: 'webhook_missing' };
  const events = runs.map(({ contact_id, program_id, step }) => {
    return { type: 'automation_step' as const, contact_id, program_id, step, ...(name !== undefined && { name }) };
  });
  await publish(db, account_id, events);
  return {};
}

/** One mail about all contacts who stand there; none to a user who is not active any more. */
async function notify(
  db: Db,
  { email }: StepOf<'notify'>,
  runs: readonly ProgramRun[],
  publicUrl: string,
): Promise<StepResult> {
  const { account_id, program_id, step } = runs[0]!;
  const user = await activeUserWith(db, account_id, email);
  const program = await findProgram(db, account_id, program_id);
  if (user === undefined || program === undefined) return { fault: 'user_missing' };
  const contactIds = runs.map(({ contact_id }) => contact_id);
  await userMails.sendProgramNotice(
    db,
    await findAccount(db, account_id),
    user,
    { program, step, contactIds },
    publicUrl,
  );
  return {};
}

/** Returns the active user of the account with an address, or `undefined`. */
export async function activeUserWith(db: Db, accountId: number, email: string): Promise<users.User | undefined> {
  const folded = parseEmail(email)?.folded;
  const known = await users.listUsers(db, accountId);
  return known.find(({ email_folded, state }) => email_folded === folded && state === 'active');
}
