import type { Kysely } from 'kysely';
import { findAccount } from '../../account/index.ts';
import { findMailing, TemplateError } from '../../mailings/index.ts';
import { findContacts, reachableContacts } from '../../people/index.ts';
import type { Db, Schema } from '../../platform/database/schema.ts';
import type { JobHandler } from '../../platform/queue/job.ts';
import { inParallel } from '../../platform/tasks/in-parallel.ts';
import type { MailEnvironment, Recipient } from '../../sending/index.ts';
import { openApproval } from '../approvals/link.ts';
import { approvalNotice } from '../approvals/notice.ts';
import { approvalOutcome } from '../approvals/outcome.ts';
import { deleteApproval } from '../approvals/store.ts';
import { keepingAlive } from '../checks/keeping-alive.ts';
import type { CheckRun } from '../checks/kind.ts';
import { finishCheck, keepCheck } from '../checks/store.ts';
import { nobody, trialPages } from '../content/sample.ts';
import { tellEnd } from './end.ts';
import type { TestSendoutKind } from './kind.ts';
import {
  deleteMails,
  listMails,
  settleMail,
  settleRest,
  type TestMail,
  type TestMailOutcome,
  type TestRun,
} from './mails.ts';
import { sendoutResult, testOutcome } from './outcome.ts';
import { compileTestMail } from './template.ts';

/** The job that sends the mails of one sendout that are still to be sent. */
export interface SendTestMails extends TestRun {
  kind: TestSendoutKind;
  /** What is sent: when the contents change before the end, the rest is not sent. */
  contentVersion: number;
  only?: 'html' | 'text' | undefined;
}

export const sendTestMailsKind = { kind: 'test-mails' };

const maxAttempts = 3;
/** Mails of a sendout that are under way at the same time; after a crash, so many at most come twice. */
const parallel = 5;

/**
 * Sends mailings to people who try them; such mails stand in no report, and their pages do nothing. Each mail is written
 * down as soon as its server has answered, so that a process that takes over sends only the rest. What a server refuses is
 * not tried again: somebody waits for the answer.
 */
export function sendTestMailsJob(environment: MailEnvironment): JobHandler<SendTestMails> {
  return {
    ...sendTestMailsKind,
    concurrency: 4,
    maxAttempts,
    async run(db, sendout, job) {
      const { kind } = sendout;
      const check = kind === 'testmail' ? undefined : { ...sendout, kind };
      const send = () => sendRest(db, environment, sendout, job.signal);
      try {
        await (check ? keepingAlive(db, check, send) : send());
      } catch (error) {
        if (job.attempt < maxAttempts || job.signal.aborted) throw error;
        await settleRest(db, sendout, { state: 'failed', reason: 'failure of the service' });
      }
      if (job.signal.aborted) return;
      await db.transaction().execute(async (transaction) => {
        await job.complete(transaction);
        if (check) await finishSendout(transaction, check);
      });
      tellEnd(sendout.run);
    },
  };
}

/** Writes down what came of it; the mails are forgotten with that. */
async function finishSendout(db: Db, check: CheckRun): Promise<void> {
  const result = sendoutResult(await listMails(db, check));
  const state = check.kind === 'approval' ? approvalOutcome(result.sent, [null]) : testOutcome(result);
  await finishCheck(db, check, state, result);
  await deleteMails(db, check);
}

async function sendRest(
  db: Kysely<Schema>,
  environment: MailEnvironment,
  sendout: SendTestMails,
  signal: AbortSignal,
): Promise<void> {
  const makeMail = await mailMaker(db, environment, sendout);
  if (typeof makeMail === 'string') return settleRest(db, sendout, { state: 'skipped', reason: makeMail });
  const waiting = (await listMails(db, sendout)).filter(({ state }) => state === 'waiting');
  await inParallel(parallel, waiting, async (mail) => {
    if (signal.aborted) return;
    const outcome = await makeMail(mail).catch(templateFailure);
    await db.transaction().execute(async (transaction) => {
      await settleMail(transaction, mail, outcome);
      if (sendout.kind === 'approval' && outcome.state !== 'sent') await deleteApproval(transaction, mail);
    });
  });
}

/** What sends one mail; or why none is to be sent any more. */
async function mailMaker(
  db: Kysely<Schema>,
  { transport, publicUrl }: MailEnvironment,
  sendout: SendTestMails,
): Promise<((mail: TestMail) => Promise<TestMailOutcome>) | string> {
  const { accountId, mailingId, kind, contentVersion, only } = sendout;
  const mailing = await findMailing(db, accountId, mailingId);
  if (mailing === undefined) return 'the mailing was deleted';
  if (kind !== 'testmail' && !(await keepCheck(db, { ...sendout, kind }))) return 'it was started anew';
  const account = await findAccount(db, accountId);
  const notice = kind === 'approval' ? approvalNotice : undefined;
  const compiled = await compileTestMail(db, account, mailing, { notice, only }).catch((error: unknown) => {
    if (error instanceof TemplateError) return error;
    throw error;
  });
  // Only now: contents that were changed while they were read are others than those that were wanted.
  const version = (await findMailing(db, accountId, mailingId))?.content_version;
  if (version !== contentVersion) return 'the contents of the mailing have changed';
  if (compiled instanceof TemplateError) return compiled.message;
  const pagesFor = await trialPages(db, mailing, publicUrl);
  return async (mail) => {
    const contact = await recipientOf(db, mail);
    if (contact === undefined) return { state: 'skipped', reason: 'the contact cannot be reached any more' };
    const pages: Recipient['pages'] = pagesFor(contact.id);
    const own = kind === 'approval' ? await openApproval(db, mail, publicUrl) : {};
    if (own === undefined) return { state: 'skipped', reason: 'the contact cannot be reached any more' };
    const refusal = await transport.send(
      await compiled({ contact, messageId: mail.message_id, pages: { ...pages, ...own } }),
    );
    return refusal === undefined ? { state: 'sent' } : { state: 'failed', reason: refusal.message };
  };
}

/** Whom a mail goes to now; undefined when no mail can be sent to the contact any more. */
async function recipientOf(db: Db, { account_id, contact_id, email }: TestMail) {
  if (email === null) {
    const [contact] = await reachableContacts(db, account_id, (row) => row('id', '=', contact_id), 1);
    return contact;
  }
  const [contact] = contact_id === null ? [] : await findContacts(db, account_id, { id: contact_id });
  return contact ? { ...contact, email } : nobody(email);
}

function templateFailure(error: unknown): TestMailOutcome {
  if (error instanceof TemplateError) return { state: 'failed', reason: error.message };
  throw error;
}
