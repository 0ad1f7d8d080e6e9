import type { Kysely } from 'kysely';
import type { Account } from '../../account/index.ts';
import { filterCondition, findContactFilter, maxTestContacts, type TargetGroup } from '../../audiences/index.ts';
import type { Mailing } from '../../mailings/index.ts';
import { reachableContacts } from '../../people/index.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { newToken } from '../../platform/http/link-token.ts';
import { inParallel } from '../../platform/work/in-parallel.ts';
import {
  compileMail,
  type MailTransport,
  mailTexts,
  newMessageId,
  pagesOf,
  readRenderContext,
} from '../../sending/index.ts';
import { signingKey } from '../../tracking/index.ts';
import { approvalBand } from './band.ts';
import { deleteApproval, replaceApprovals } from './store.ts';

/** Mails that are under way at the same time. */
const parallel = 5;

/** On whose behalf mails are sent, and where to. */
interface Sender {
  db: Kysely<Schema>;
  accountId: number;
  account: Account;
  transport: MailTransport;
  publicUrl: string;
}

export interface SendoutResult {
  sent: number;
  /** Contacts that did not get the mail, with the server's words; without both when they were erased since. */
  failures: { contactId: number | null; message: string }[];
}

/** Contacts of a test target group that the mail can go to. */
export async function testRecipients({ db, accountId }: Pick<Sender, 'db' | 'accountId'>, group: TargetGroup) {
  const filter = await findContactFilter(db, accountId, group.contact_filter_id);
  return filter === undefined ? [] : reachableContacts(db, accountId, filterCondition(filter), maxTestContacts);
}

/** Sends the mailing to each recipient, each with personal links to approve or reject it. */
export async function sendForApproval(
  sender: Sender,
  mailing: Mailing,
  recipients: Awaited<ReturnType<typeof testRecipients>>,
): Promise<SendoutResult> {
  const { db, account, accountId, transport, publicUrl } = sender;
  const renderContext = await readRenderContext(db, account, mailing);
  const template = await compileMail(renderContext, mailTexts(renderContext, approvalBand), { purpose: 'trial' });
  const addresses = { publicUrl, mailing, key: await signingKey(db, accountId) };
  const mails = recipients.map((contact) => ({ contact, ...newToken() }));
  const approvals = mails.map(({ contact, hash }) => ({
    contact_id: contact.id,
    email: contact.email,
    token_hash: hash,
  }));
  await replaceApprovals(db, mailing, approvals);
  const failures: SendoutResult['failures'] = [];
  await inParallel(parallel, mails, async ({ contact, token, hash }) => {
    const messageId = newMessageId(renderContext.content.sender!);
    const sample = pagesOf(addresses, { delivery: 0, contactId: contact.id });
    const pages = { ...sample, APPROVE: () => `${publicUrl}/approve/${token}` };
    const refusal = await transport.send(template({ contact, messageId, pages }));
    if (refusal === undefined) return;
    failures.push({ contactId: contact.id, message: refusal.message });
    await deleteApproval(db, accountId, hash);
  });
  return { sent: mails.length - failures.length, failures };
}
