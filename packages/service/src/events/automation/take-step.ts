import type { AutomationStep } from '@mailwright/server';
import { findMailing } from '../../mailings/index.ts';
import { changeContacts, customFields, readContact } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { queueMails } from '../../sending/index.ts';
import type { StepFault } from '../tables.ts';
import { contactsInFilter } from './entry.ts';
import { isSendable } from './obstacles.ts';
import type { ProgramRun } from './runs.ts';

type StepOf<Kind extends AutomationStep['kind']> = Extract<AutomationStep, { kind: Kind }>;

/** What a step has done. */
export interface StepResult {
  /** Contacts in the contact filter of a branch. */
  matching?: ReadonlySet<number>;
  /** Why it has done nothing for any of them. */
  fault?: StepFault;
}

/** Does what a step does to contacts. */
export async function takeStep(
  db: Db,
  accountId: number,
  step: AutomationStep,
  runs: readonly ProgramRun[],
  now: Date,
): Promise<StepResult> {
  if (step.kind === 'branch') return branch(db, accountId, step, runs, now);
  if (step.kind === 'send') return send(db, accountId, step, runs);
  if (step.kind === 'set') return setField(db, accountId, step, runs);
  return {};
}

/** The filter is asked by its rules; nobody is in one that was deleted. */
async function branch(
  db: Db,
  accountId: number,
  { contact_filter_id }: StepOf<'branch'>,
  runs: readonly ProgramRun[],
  now: Date,
): Promise<StepResult> {
  const ids = runs.map(({ contact_id }) => contact_id);
  const matching = await contactsInFilter(db, accountId, contact_filter_id, ids, now);
  return matching === undefined ? { fault: 'segment_deleted' } : { matching };
}

/** A mailing that is not released at the moment is left out; who must not get it is found out when it is sent. */
async function send(
  db: Db,
  accountId: number,
  { mailing_id }: StepOf<'send'>,
  runs: readonly ProgramRun[],
): Promise<StepResult> {
  const mailing = await findMailing(db, accountId, mailing_id);
  if (mailing === undefined) return { fault: 'trigger_mailing_missing' };
  if (!isSendable(mailing)) return { fault: 'trigger_mailing_inactive' };
  const mails = runs.map(({ program_id, id, taken, step, contact_id }) => ({
    contactId: contact_id,
    // A circle comes by the same step again, so steps are counted as they are taken.
    occasion: { kind: 'step' as const, programId: program_id, runId: id, taken: taken + 1, step },
  }));
  await queueMails(db, accountId, mailing_id, mails);
  return {};
}

/** A custom field that was deleted is left out. */
async function setField(
  db: Db,
  accountId: number,
  { is_customfield, field, value }: StepOf<'set'>,
  runs: readonly ProgramRun[],
): Promise<StepResult> {
  const fields = await customFields(db, accountId);
  const name = is_customfield ? [...fields].find(([, { id }]) => String(id) === field)?.[0] : field;
  if (name === undefined) return { fault: 'field_deleted' };
  const body = is_customfield ? { custom_fields: { [name]: value } } : { standard_fields: { [name]: value } };
  const { change, faults } = readContact(body, fields);
  if (faults.length > 0) return { fault: 'value_refused' };
  const ids = runs.map(({ contact_id }) => contact_id);
  await changeContacts(db, accountId, ids, change);
  return {};
}
