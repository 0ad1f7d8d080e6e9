import type { Mailing } from '../../mailings/index.ts';
import { newToken } from '../../platform/http/link-token.ts';
import { type Sender, type SendoutResult, sendTestMails, type TestMail } from '../sendouts/send.ts';
import { approvalNotice } from './notice.ts';
import { deleteApproval, replaceApprovals } from './store.ts';

/** Sends the mailing to each recipient, each with personal links to approve or reject it. */
export async function sendForApproval(
  sender: Sender,
  mailing: Mailing,
  recipients: readonly TestMail['contact'][],
): Promise<SendoutResult> {
  const { db, accountId, publicUrl } = sender;
  const mails = recipients.map((contact) => ({ contact, ...newToken() }));
  const approvals = mails.map(({ contact, hash }) => ({
    contact_id: contact.id,
    email: contact.email,
    token_hash: hash,
  }));
  await replaceApprovals(db, mailing, approvals);
  const testMails = mails.map(({ contact, token, hash }) => ({
    contact,
    pages: { APPROVE: () => `${publicUrl}/approve/${token}` },
    onFailure: () => deleteApproval(db, accountId, hash),
  }));
  return sendTestMails(sender, mailing, testMails, { notice: approvalNotice });
}
