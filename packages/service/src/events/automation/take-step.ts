import type { AutomationStep } from '@mailwright/server';
import { sql } from 'kysely';
import { filterCondition, findContactFilter } from '../../audiences/index.ts';
import { findMailing, isReleased } from '../../mailings/index.ts';
import { changeContacts, contactsMatching, customFields, readContact } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { queueMails } from '../../sending/index.ts';
import type { ProgramRun } from './runs.ts';

type StepOf<Kind extends AutomationStep['kind']> = Extract<AutomationStep, { kind: Kind }>;

/** Does what a step does to contacts. Gives those who are in the contact filter of a branch; nobody for another step. */
export async function takeStep(
  db: Db,
  accountId: number,
  step: AutomationStep,
  runs: readonly ProgramRun[],
  now: Date,
): Promise<Set<number>> {
  if (step.kind === 'branch') return matchingContacts(db, accountId, step, runs, now);
  if (step.kind === 'send') await send(db, accountId, step, runs);
  if (step.kind === 'set') await setField(db, accountId, step, runs);
  return new Set();
}

/** The filter is asked by its rules; nobody is in one that was deleted. */
async function matchingContacts(
  db: Db,
  accountId: number,
  { contact_filter_id }: StepOf<'branch'>,
  runs: readonly ProgramRun[],
  now: Date,
): Promise<Set<number>> {
  const filter = await findContactFilter(db, accountId, contact_filter_id);
  if (filter === undefined) return new Set();
  const ids = runs.map(({ contact_id }) => contact_id);
  const rows = await contactsMatching(db, accountId, filterCondition(filter, now))
    .select('contact.id')
    .where(sql<boolean>`contact.id = any(${ids}::int8[])`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** A mailing that is not released at the moment is left out; who must not get it is found out when it is sent. */
async function send(
  db: Db,
  accountId: number,
  { mailing_id }: StepOf<'send'>,
  runs: readonly ProgramRun[],
): Promise<void> {
  const mailing = await findMailing(db, accountId, mailing_id);
  if (mailing === undefined || !isReleased(mailing.state)) return;
  const mails = runs.map(({ program_id, id, taken, contact_id }) => ({
    contactId: contact_id,
    // A circle comes by the same step again, so steps are counted as they are taken.
    occasion: { kind: 'step' as const, programId: program_id, runId: id, taken: taken + 1 },
  }));
  await queueMails(db, accountId, mailing_id, mails);
}

/** A custom field that was deleted is left out. */
async function setField(
  db: Db,
  accountId: number,
  { is_customfield, field, value }: StepOf<'set'>,
  runs: readonly ProgramRun[],
): Promise<void> {
  const fields = await customFields(db, accountId);
  const name = is_customfield ? [...fields].find(([, { id }]) => String(id) === field)?.[0] : field;
  if (name === undefined) return;
  const body = is_customfield ? { custom_fields: { [name]: value } } : { standard_fields: { [name]: value } };
  const { change, faults } = readContact(body, fields);
  if (faults.length > 0) return;
  const ids = runs.map(({ contact_id }) => contact_id);
  await changeContacts(db, accountId, ids, change);
}
