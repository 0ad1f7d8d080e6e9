import { findContent, findMailing } from '../../mailings/index.ts';
import { recordOutcome } from '../../outcomes/index.ts';
import { type Contact, contactState, emptyContact, isBlacklisted, parseEmail } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { listTrialMails, type MailSource, type TrialStart } from '../../sending/index.ts';
import { TemplateError } from '../../templates/index.ts';
import type { Trial } from '../../tracking/index.ts';
import { openApproval } from '../approvals/link.ts';
import { approvalNotice } from '../approvals/notice.ts';
import { deleteApprovals } from '../approvals/store.ts';
import type { CheckRun } from '../checks/kind.ts';
import { finishCheck, isRunning } from '../checks/store.ts';
import { trialPages } from '../content/sample.ts';
import { notifyTrialEnd } from './end.ts';
import { judgeSendout, type SendoutResult, sendoutResult } from './outcome.ts';
import { compileTestMail } from './template.ts';

const unreachable = { skip: 'the contact cannot be reached any more' };

/** Makes test and approval mails. They stand in no report, and their pages do nothing. */
export function trialMails({ publicUrl }: { publicUrl: string }): MailSource {
  return {
    async open(db, { account, mailing, occasions: [occasion] }) {
      if (occasion.kind !== 'trial') return { skip: 'it was started anew' };
      const { purpose, contentVersion, only } = occasion;
      const notice = purpose === 'approval' ? approvalNotice : undefined;
      const compiled = await compileTestMail(db, account, mailing, { notice, only }).catch((error: unknown) => {
        if (error instanceof TemplateError) return { skip: error.message };
        throw error;
      });
      // Only now: contents that were changed while they were read are others than those that were wanted.
      const version = (await findMailing(db, account.id, mailing.id))?.content_version;
      if (version !== contentVersion) return { skip: 'the contents of the mailing have changed' };
      if ('skip' in compiled) return compiled;
      const { sender } = await findContent(db, mailing);
      const pagesFor = await trialPages(db, mailing, publicUrl);
      const check = toCheck({ accountId: account.id, mailingId: mailing.id, trial: occasion });
      return async ({ contact, address, returnPath, ...wanted }) => {
        const messageId = inDomainOf(sender!, wanted.messageId);
        if (address !== null) {
          const skip = await suppression(db, account.id, address, contact);
          if (skip !== undefined) return { skip };
          const recipient = contact ? { ...contact, email: address } : emptyContact(address);
          return compiled({ contact: recipient, messageId, returnPath, pages: pagesFor(recipient.id) });
        }
        if (!(await isRunning(db, check))) return { skip: 'it was started anew' };
        if (contact?.email == null || contact.anonymous || contact.blocked_at !== null) return unreachable;
        const mail = { account_id: account.id, mailing_id: mailing.id, contact_id: contact.id };
        const own = purpose === 'approval' ? await openApproval(db, mail, publicUrl) : {};
        if (own === undefined) return unreachable;
        const recipient = { ...contact, email: contact.email };
        return compiled({ contact: recipient, messageId, returnPath, pages: { ...pagesFor(contact.id), ...own } });
      };
    },

    async end(db, { mailing, occasions: [occasion] }) {
      if (occasion.kind !== 'trial') return () => {};
      await finishTrial(db, { accountId: mailing.account_id, mailingId: mailing.id, trial: occasion });
      return () => notifyTrialEnd(occasion.run);
    },
  };
}

/** Returns why an address gets no mails, not even tests; `undefined` if it may. A contact with another address lends fields. */
async function suppression(
  db: Db,
  accountId: number,
  address: string,
  contact: Contact | undefined,
): Promise<string | undefined> {
  const folded = parseEmail(address)?.folded ?? address;
  if (contact?.blocked_at != null && contact.email_folded === folded) {
    const { state, reason } = contactState(contact);
    return `${state}: ${reason}`;
  }
  return (await isBlacklisted(db, accountId, folded)) ? 'blocked: blacklist' : undefined;
}

/** A Message-ID in the domain of the sender. */
const inDomainOf = (sender: string, messageId: string) =>
  messageId.replace(/@[^@]*>$/, `@${sender.slice(sender.lastIndexOf('@') + 1)}>`);

/** Records the result of a start for a target group. Contacts who got no approval mail are asked nothing. */
async function finishTrial(db: Db, start: TrialStart): Promise<void> {
  const mails = await listTrialMails(db, start);
  if (mails.some(({ address }) => address !== null)) return;
  const check = toCheck(start);
  const result = sendoutResult(mails);
  const finished = await finishCheck(db, check, judgeSendout(check.kind, result), result);
  if (finished !== undefined) await recordTrial(db, check, result, finished.started_by);
  if (check.kind !== 'approval') return;
  const missed = mails.flatMap(({ state, contactId }) => (state === 'sent' || contactId === null ? [] : contactId));
  await deleteApprovals(db, check, missed);
}

async function recordTrial(
  db: Db,
  { accountId, mailingId, kind }: ReturnType<typeof toCheck>,
  { sent, failures }: SendoutResult,
  startedBy: number | null,
): Promise<void> {
  const failed = failures.length;
  await recordOutcome(db, accountId, {
    kind: kind === 'approval' ? kind : 'test',
    objectId: mailingId,
    startedBy,
    result: failed === 0 ? 'done' : sent === 0 ? 'failed' : 'partly',
    reasons: failed === 0 ? [] : [{ code: 'mails_failed', count: failed }],
    counts: { sent, failed },
  });
}

/** The check that a start for a target group is. */
function toCheck({ accountId, mailingId, trial }: TrialStart): CheckRun & { kind: 'approval' | 'testsendout' } {
  return { accountId, mailingId, kind: checkKindOf(trial.purpose), run: trial.run };
}

export const checkKindOf = (purpose: Trial['purpose']) => (purpose === 'approval' ? 'approval' : 'testsendout');
