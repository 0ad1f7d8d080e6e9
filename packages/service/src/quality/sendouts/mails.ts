import { type Selectable, sql } from 'kysely';
import type { Db, TestMailTable } from '../../platform/database/schema.ts';
import type { Task } from '../../platform/tasks/worker.ts';

export type TestMail = Selectable<TestMailTable>;

/** One start of a sendout to people who try a mailing. */
export interface TestRun {
  accountId: number;
  mailingId: number;
  /** UUID; that of the check, where the sendout is one. */
  run: string;
}

export interface NewTestMail {
  contact_id: number | null;
  email: string | null;
  message_id: string;
}

/** Writes down what a sendout has to send. */
export async function insertMails(db: Db, { accountId, mailingId, run }: TestRun, mails: NewTestMail[]): Promise<void> {
  const rows = mails.map((mail) => ({ ...mail, account_id: accountId, mailing_id: mailingId, run }));
  await db.insertInto('test_mail').values(rows).execute();
}

/** The mails of a sendout in the order in which they were written down. */
export function listMails(db: Db, { accountId, run }: TestRun): Promise<TestMail[]> {
  return db
    .selectFrom('test_mail')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('run', '=', run)
    .orderBy('id')
    .execute();
}

/** How an attempt to send a mail ended. */
export type TestMailOutcome = { state: 'sent' } | { state: 'failed' | 'skipped'; reason: string };

const settled = (outcome: TestMailOutcome) => ({
  state: outcome.state,
  reason: outcome.state === 'sent' ? null : outcome.reason,
  settled_at: sql<Date>`now()`,
});

export async function settleMail(db: Db, { account_id, id }: TestMail, outcome: TestMailOutcome): Promise<void> {
  await db
    .updateTable('test_mail')
    .set(settled(outcome))
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

/** Ends what was not tried. */
export async function settleRest(db: Db, { accountId, run }: TestRun, outcome: TestMailOutcome): Promise<void> {
  await db
    .updateTable('test_mail')
    .set(settled(outcome))
    .where('account_id', '=', accountId)
    .where('run', '=', run)
    .where('state', '=', 'waiting')
    .execute();
}

export async function deleteMails(db: Db, { accountId, run }: TestRun): Promise<void> {
  await db.deleteFrom('test_mail').where('account_id', '=', accountId).where('run', '=', run).execute();
}

/** Removes what was to be sent to contacts. */
export async function deleteTestMailsOf(db: Db, accountId: number, contactIds: readonly number[]): Promise<void> {
  await db
    .deleteFrom('test_mail')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`contact_id = any(${contactIds}::int8[])`)
    .execute();
}

/** Forgets single test mails, with their addresses, when nobody has asked how they ended. */
export const forgetTestMailsTask: Task = {
  name: 'forgetting of test mails',
  async run(db) {
    await sql`delete from test_mail where settled_at < now() - interval '1 hour'`.execute(db);
    return false;
  },
};
