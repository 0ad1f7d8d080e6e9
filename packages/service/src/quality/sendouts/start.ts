import { randomUUID } from 'node:crypto';
import { filterCondition, findContactFilter, maxTestContacts, type TargetGroup } from '../../audiences/index.ts';
import type { Mailing } from '../../mailings/index.ts';
import { type Contact, reachableContacts } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';
import { newMessageId } from '../../sending/index.ts';
import { replaceApprovals } from '../approvals/store.ts';
import { isRunning, startCheck } from '../checks/store.ts';
import { untilEnd } from './end.ts';
import { type SendTestMails, sendTestMailsKind } from './job.ts';
import { deleteMails, insertMails, listMails, type NewTestMail, type TestMail, type TestRun } from './mails.ts';

type Recipient = Contact & { email: string };

/** A mailing with what it takes to send it. */
export interface SendableMailing {
  mailing: Mailing;
  sender: string;
}

/** Contacts of a test target group that the mail can go to. */
export async function testRecipients(db: Db, accountId: number, group: TargetGroup): Promise<Recipient[]> {
  const filter = await findContactFilter(db, accountId, group.contact_filter_id);
  return filter === undefined ? [] : reachableContacts(db, accountId, filterCondition(filter), maxTestContacts);
}

/**
 * Has a mailing sent to a test target group, whose contacts are asked to approve it or not. The caller wakes the worker
 * after the commit. Undefined when such a sendout runs already.
 */
export async function startTestSendout(
  db: Db,
  sendable: SendableMailing,
  kind: 'testsendout' | 'approval',
  recipients: readonly Recipient[],
): Promise<TestRun | undefined> {
  const { mailing } = sendable;
  const run = await startCheck(db, mailing, kind);
  if (run === undefined) return undefined;
  if (kind === 'approval') await replaceApprovals(db, mailing, recipients);
  const mails = recipients.map(({ id }) => ({ contact_id: id, email: null }));
  await queueMails(db, sendable, { ...run, kind }, mails);
  return run;
}

/** Has a mailing sent to one address; a contact lends its fields. The caller wakes the worker after the commit. */
export async function startTestMail(
  db: Db,
  sendable: SendableMailing,
  mail: { email: string; contact?: Contact | undefined; only?: 'html' | 'text' | undefined },
): Promise<TestRun> {
  const { mailing } = sendable;
  const run = { accountId: mailing.account_id, mailingId: mailing.id, run: randomUUID() };
  const { email, contact, only } = mail;
  await queueMails(db, sendable, { ...run, kind: 'testmail', only }, [{ contact_id: contact?.id ?? null, email }]);
  return run;
}

async function queueMails(
  db: Db,
  { mailing, sender }: SendableMailing,
  sendout: Omit<SendTestMails, 'contentVersion'>,
  mails: readonly Omit<NewTestMail, 'message_id'>[],
): Promise<void> {
  const { accountId, run } = sendout;
  const named = mails.map((mail) => ({ ...mail, message_id: newMessageId(sender) }));
  await insertMails(db, sendout, named);
  const payload: SendTestMails = { ...sendout, contentVersion: mailing.content_version };
  await enqueue<SendTestMails>(db, sendTestMailsKind, { accountId, key: run, payload });
}

/** Waits until a sendout to a group has ended, at most a minute. */
export function endOfSendout(db: Db, run: TestRun): Promise<void> {
  return untilEnd(run.run, async () => !(await isRunning(db, run)));
}

/** How a single test mail ended, which is forgotten with that; as it is after a minute, undefined when it was erased. */
export async function endOfTestMail(db: Db, run: TestRun): Promise<TestMail | undefined> {
  const find = async () => (await listMails(db, run))[0];
  await untilEnd(run.run, async () => (await find())?.state !== 'waiting');
  const mail = await find();
  if (mail?.state !== 'waiting') await deleteMails(db, run);
  return mail;
}
