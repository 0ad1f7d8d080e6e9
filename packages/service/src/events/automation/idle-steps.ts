import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import type { StepFault } from '../tables.ts';

/** Why a mail of a step was not sent to a contact, as sendings say it. */
const mailReasons = [
  'unsubscribed',
  'permission',
  'paused',
  'no_address',
  'blacklist',
  'held',
  'blocked',
  'mailing_blacklist',
] as const;

/** Why a step did nothing for a contact. */
export type IdleReason = StepFault | (typeof mailReasons)[number] | 'other';

/** Whatever kept a mail from being sent otherwise is one reason: its words are those of programs. */
const toReason = (reason: string): IdleReason => mailReasons.find((known) => known === reason) ?? 'other';

/** Mails of steps that were not sent, with the version in which the run took the step and the index of the step; older mails do not name it. */
const skippedMails = (accountId: number) => sql`
  select run.program_id, coalesce((
      select (earlier.value ->> 'version')::int4 from jsonb_array_elements(run.earlier_versions) as earlier
      where (earlier.value ->> 'taken')::int4 >= split_part(recipient.occasion, ':', 4)::int4
      order by (earlier.value ->> 'taken')::int4 limit 1), run.version) as version,
    split_part(recipient.occasion, ':', 5)::int4 as step, recipient.contact_id,
    recipient.mailing_id, recipient.reason, recipient.first_tried_at as at
  from recipient join automation_run as run
    on run.account_id = recipient.account_id and run.id = split_part(recipient.occasion, ':', 3)::int8
  where recipient.account_id = ${accountId} and recipient.purpose = 'automation' and recipient.state = 'skipped'
    and split_part(recipient.occasion, ':', 5) <> ''`;

interface StepCounts {
  taken: number;
  /** Those of them that went the way of contacts that match. */
  matching: number;
  /** Contacts that have left the program before the step: because of its goal, its exit rule, or another program. */
  goals: number;
  exits: number;
  removals: number;
}

/** How often the steps of a program were taken, and how often they did nothing, by version and index. */
export interface StepTally {
  counts(version: number, step: number): StepCounts;
  idle(version: number, step: number): { reason: IdleReason; contacts: number }[];
}

interface TallyRow extends Omit<StepCounts, 'taken'> {
  version: number;
  step: number;
  reason: string;
  is_mail: boolean;
  contacts: number;
}

export async function readTally(db: Db, accountId: number, programId: number): Promise<StepTally> {
  const { rows } = await sql<TallyRow>`
    select version, step, idle_reason as reason, false as is_mail, contacts, matching, goals, exits, removals
    from automation_step_count
    where account_id = ${accountId} and program_id = ${programId}
    union all
    select version, step, reason, true, count(*), 0, 0, 0, 0 from (
      ${skippedMails(accountId)} and recipient.mailing_id in (${mailingsOfSteps(accountId)} and version.program_id = ${programId})
        and run.program_id = ${programId}
    ) as skipped
    group by version, step, reason`.execute(db);
  const of = (version: number, step: number) => rows.filter((row) => row.version === version && row.step === step);
  return {
    counts(version, step) {
      const row = of(version, step).find(({ reason, is_mail }) => reason === '' && !is_mail);
      const { contacts: taken = 0, matching = 0, goals = 0, exits = 0, removals = 0 } = row ?? {};
      const leaving = { goals: Number(goals), exits: Number(exits), removals: Number(removals) };
      return { taken: Number(taken), matching: Number(matching), ...leaving };
    },
    idle(version, step) {
      const contacts = new Map<IdleReason, number>();
      for (const { reason, is_mail, contacts: some } of of(version, step)) {
        if (reason === '' && !is_mail) continue;
        const known = is_mail ? toReason(reason) : (reason as StepFault);
        contacts.set(known, (contacts.get(known) ?? 0) + Number(some));
      }
      return Array.from(contacts, ([reason, count]) => ({ reason, contacts: count }));
    },
  };
}

const mailingsOfSteps = (accountId: number) => sql`
  select (each.value ->> 'mailing_id')::int8 from automation_version as version, jsonb_array_elements(version.steps) as each
  where version.account_id = ${accountId} and each.value ->> 'kind' = 'send'`;

/** A step that did nothing for a contact. */
export interface IdleStep {
  program_id: number;
  /** Of the program. */
  name: string;
  version: number;
  step: number;
  reason: IdleReason;
  at: Date;
}

/** The last steps of programs that did nothing for a contact, the newest first. */
export async function listIdleSteps(db: Db, accountId: number, contactId: number, limit: number): Promise<IdleStep[]> {
  const { rows } = await sql<Omit<IdleStep, 'reason'> & { reason: string; is_mail: boolean }>`
    select program_id, program.name, idle.version, step, reason, is_mail, at from (
      (select program_id, version, step, reason, false as is_mail, at from automation_idle_step
        where account_id = ${accountId} and contact_id = ${contactId} order by id desc limit ${limit})
      union all
      (select program_id, version, step, reason, true, at from (
        ${skippedMails(accountId)} and recipient.contact_id = ${contactId}
          and recipient.mailing_id in (${mailingsOfSteps(accountId)})
      ) as skipped order by at desc limit ${limit})
    ) as idle
    join automation_program as program on program.account_id = ${accountId} and program.id = idle.program_id
    order by at desc limit ${limit}`.execute(db);
  return rows.map(({ is_mail, reason, ...rest }) => ({
    ...rest,
    reason: is_mail ? toReason(reason) : (reason as StepFault),
  }));
}
