import { randomUUID } from 'node:crypto';
import { filterCondition, findContactFilter, maxTestContacts, type TargetGroup } from '../../audiences/index.ts';
import type { Mailing } from '../../mailings/index.ts';
import { type Contact, reachableContacts } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import {
  deleteEarlierTrials,
  listTrialMails,
  mailQueue,
  type TrialMail,
  type TrialStart,
} from '../../sending/index.ts';
import { replaceApprovals } from '../approvals/store.ts';
import { isRunning, startCheck } from '../checks/store.ts';
import { untilEnd } from './end.ts';
import { forgetTestMail, watchTestMail } from './unanswered.ts';

type Recipient = Contact & { email: string };

/** Contacts of a test target group that the mail can go to. */
export async function testRecipients(db: Db, accountId: number, group: TargetGroup): Promise<Recipient[]> {
  const filter = await findContactFilter(db, accountId, group.contact_filter_id);
  return filter === undefined ? [] : reachableContacts(db, accountId, filterCondition(filter), maxTestContacts);
}

/**
 * Has a mailing sent to a test target group, whose contacts are asked to approve it or not. The caller wakes the worker
 * after the commit. Undefined when such a sendout runs already.
 * @param startedBy the user who is told how it ends; null for a program with a key
 */
export async function startTestSendout(
  db: Db,
  mailing: Mailing,
  kind: 'testsendout' | 'approval',
  recipients: readonly Recipient[],
  startedBy: number | null = null,
): Promise<TrialStart | undefined> {
  const check = await startCheck(db, mailing, kind, startedBy);
  if (check === undefined) return undefined;
  if (kind === 'approval') await replaceApprovals(db, mailing, recipients);
  const start = trialOf(mailing, { purpose: kind === 'approval' ? kind : 'test', run: check.run });
  await deleteEarlierTrials(db, start);
  const mails = recipients.map(({ id }) => ({ contactId: id, occasion: start.trial }));
  await mailQueue.queueMails(db, start.accountId, start.mailingId, mails);
  return start;
}

/**
 * Has a mailing sent to one address; a contact lends its fields. The caller wakes the worker after the commit.
 * @param mail `startedBy` is the user who is told how it ends, if no request waits so long
 */
export async function startTestMail(
  db: Db,
  mailing: Mailing,
  mail: {
    email: string;
    contact?: Contact | undefined;
    only?: 'html' | 'text' | undefined;
    startedBy?: number | null | undefined;
  },
): Promise<TrialStart> {
  const { email, contact, only, startedBy = null } = mail;
  const start = trialOf(mailing, { purpose: 'test', run: randomUUID(), only });
  const wanted = { contactId: contact?.id ?? 0, occasion: start.trial, address: email };
  await mailQueue.queueMails(db, start.accountId, start.mailingId, [wanted]);
  await watchTestMail(db, start, startedBy);
  return start;
}

/** A start for the mailing's present content. */
function trialOf(
  { account_id, id, content_version }: Mailing,
  { purpose, run, only }: Pick<TrialStart['trial'], 'purpose' | 'run' | 'only'>,
): TrialStart {
  const trial = { kind: 'trial' as const, purpose, run, contentVersion: content_version, only };
  return { accountId: account_id, mailingId: id, trial };
}

/** Waits until a sendout to a group has ended, at most a minute. */
export function endOfSendout(db: Db, { accountId, mailingId, trial }: TrialStart): Promise<void> {
  return untilEnd(trial.run, async () => !(await isRunning(db, { accountId, mailingId, run: trial.run })));
}

/** How a single test mail ended, which is forgotten with that; as it is after a minute, undefined when it was erased. */
export async function endOfTestMail(db: Db, start: TrialStart): Promise<TrialMail | undefined> {
  const find = async () => (await listTrialMails(db, start))[0];
  await untilEnd(start.trial.run, async () => (await find())?.state !== 'waiting');
  const mail = await find();
  if (mail?.state !== 'waiting') await forgetTestMail(db, start);
  return mail;
}
