import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';
import type { Task } from '../../platform/tasks/worker.ts';
import { formatOccasion, type MailKey, type Trial } from '../../tracking/index.ts';
import { occasionOfMail } from '../mail/occasion-of-mail.ts';

/** The condition that a row is a test or approval mail. In literals, so that the planner recognises the partial index. */
export const isTrialRow = sql<boolean>`purpose in ('test', 'approval')`;

/** A start of test or approval mails of a mailing. */
export interface TrialStart {
  accountId: number;
  mailingId: number;
  trial: Trial;
}

/** A test or approval mail, and how it ended. */
export interface TrialMail {
  /** Null for somebody who is no contact. */
  contactId: number | null;
  address: string | null;
  state: 'waiting' | 'sent' | 'failed' | 'skipped';
  /** Why it was not sent, in the server's words or ours. */
  reason: string | null;
}

/** Lists the mails of a start; those to erased contacts are gone. */
export async function listTrialMails(db: Db, start: TrialStart): Promise<TrialMail[]> {
  const { rows } = await sql<TrialMail>`
    select nullif(contact_id, 0) as "contactId", address, reason,
      case when state in ('pending', 'in_flight', 'deferred') then 'waiting' else state end as state
    from recipient where ${isOfStart(start)} order by id`.execute(db);
  return rows;
}

/** Deletes the mails of a start. */
export async function deleteTrialMails(db: Db, start: TrialStart): Promise<void> {
  await sql`delete from recipient where ${isOfStart(start)}`.execute(db);
}

/** Cancels earlier starts for target groups in favour of a new one, and deletes their mails. */
export async function deleteEarlierTrials(db: Db, { accountId, mailingId, trial }: TrialStart): Promise<void> {
  const ofGroups = isForGroup(accountId, mailingId, trial.purpose);
  await sql`
    delete from recipient_batch where account_id = ${accountId} and mailing_id = ${mailingId}
      and occasion in (select occasion from recipient where ${ofGroups})`.execute(db);
  await sql`delete from recipient where ${ofGroups}`.execute(db);
}

/** The condition that mails of a start for a target group are still to be sent, or their end to be recorded. */
export const hasWaitingTrials = (
  accountId: number,
  mailingId: number,
  purpose: Trial['purpose'],
) => sql<boolean>`exists (
  select from recipient_batch as batch where batch.account_id = ${accountId} and batch.mailing_id = ${mailingId}
    and batch.occasion in (select occasion from recipient where ${isForGroup(accountId, mailingId, purpose)}))`;

const isForGroup = (accountId: number, mailingId: number, purpose: Trial['purpose']) => sql<boolean>`
  account_id = ${accountId} and mailing_id = ${mailingId} and ${isTrialRow} and purpose = ${purpose}
  and address is null`;

const isOfStart = ({ accountId, mailingId, trial }: TrialStart) => sql<boolean>`
  account_id = ${accountId} and mailing_id = ${mailingId} and occasion = ${formatOccasion(trial)} and ${isTrialRow}`;

/** The job that records on a check that one of its mails came back. */
export const trialReturnKind = { kind: 'trial-return' };

export interface TrialReturn {
  mailingId: number;
  purpose: Trial['purpose'];
  run: string;
  contactId: number;
  message: string;
}

/**
 * Has the return of a test or approval mail recorded on its check, and nowhere else: such mails appear in no report, and
 * block nobody. Returns false if the mail is another one.
 */
export async function recordTrialReturn(db: Db, accountId: number, mail: MailKey, message: string): Promise<boolean> {
  const trial = await occasionOfMail(db, accountId, mail);
  if (trial?.kind !== 'trial') return false;
  const { purpose, run } = trial;
  const { mailingId, contactId } = mail;
  await enqueue<TrialReturn>(db, trialReturnKind, {
    accountId,
    payload: { mailingId, purpose, run, contactId, message },
  });
  return true;
}

/** Deletes single test mails with their addresses after an hour, and those to groups after 14 days, when returns are rare. */
export const purgeTrialMailsTask: Task = {
  name: 'forgetting of test mails',
  async run(db) {
    await sql`
      delete from recipient where ${isTrialRow} and state in ('sent', 'failed', 'skipped')
        and first_tried_at < now() - case when address is null then interval '14 days' else interval '1 hour' end`.execute(
      db,
    );
    return false;
  },
};
