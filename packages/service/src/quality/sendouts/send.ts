import type { Kysely } from 'kysely';
import type { Account } from '../../account/index.ts';
import { filterCondition, findContactFilter, maxTestContacts, type TargetGroup } from '../../audiences/index.ts';
import type { Mailing } from '../../mailings/index.ts';
import { reachableContacts } from '../../people/index.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { inParallel } from '../../platform/tasks/in-parallel.ts';
import {
  compileMail,
  type MailNotice,
  type MailTransport,
  mailTexts,
  newMessageId,
  type Recipient,
  readRenderContext,
} from '../../sending/index.ts';
import { trialPages } from '../content/sample.ts';

/** Mails that are under way at the same time. */
const parallel = 5;

/** On whose behalf mails are sent, and where to. */
export interface Sender {
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

/** A mail to send, with pages that are the recipient's own. */
export interface TestMail {
  contact: Recipient['contact'];
  pages?: Recipient['pages'];
  /** Told when the mail was not taken. */
  onFailure?(): Promise<void>;
}

export interface TestMailOptions {
  notice?: MailNotice;
  /** The only part to send; by default all that the mailing has. */
  only?: 'html' | 'text';
}

/** Contacts of a test target group that the mail can go to. */
export async function testRecipients({ db, accountId }: Pick<Sender, 'db' | 'accountId'>, group: TargetGroup) {
  const filter = await findContactFilter(db, accountId, group.contact_filter_id);
  return filter === undefined ? [] : reachableContacts(db, accountId, filterCondition(filter), maxTestContacts);
}

/** Sends a mailing to people who try it; such mails stand in no report, and their pages do nothing. */
export async function sendTestMails(
  { db, account, transport, publicUrl }: Sender,
  mailing: Mailing,
  testMails: readonly TestMail[],
  { notice, only }: TestMailOptions = {},
): Promise<SendoutResult> {
  const context = await readRenderContext(db, account, mailing);
  const { html, text_body } = context.content;
  const content = {
    ...context.content,
    html: only === 'text' ? null : html,
    text_body: only === 'html' ? null : text_body,
  };
  const tried = { ...context, content };
  const template = await compileMail(tried, mailTexts(tried, notice), { purpose: 'test' });
  const pagesFor = await trialPages(db, mailing, publicUrl);
  const failures: SendoutResult['failures'] = [];
  await inParallel(parallel, testMails, async ({ contact, pages, onFailure }) => {
    const messageId = newMessageId(content.sender!);
    const mail = await template({ contact, messageId, pages: { ...pagesFor(contact.id), ...pages } });
    const refusal = await transport.send(mail);
    if (refusal === undefined) return;
    failures.push({ contactId: contact.id, message: refusal.message });
    await onFailure?.();
  });
  return { sent: testMails.length - failures.length, failures };
}
