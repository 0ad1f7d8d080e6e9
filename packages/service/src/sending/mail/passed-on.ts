import type { Account } from '../../account/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { nameOf, splitFields } from '../../platform/mail/fields.ts';
import { addressLine, headerLine, mailbox } from '../../platform/mail/header.ts';
import { parseEmail } from '../../platform/text/email.ts';
import { type MailTemplate, requireSender } from './compile-mail.ts';
import { mailIdField, mailIdOf } from './identity.ts';
import { isProviderCommand } from './provider-field.ts';

/** A message that a program has submitted and that goes on as it came. Lines end in CRLF. */
export interface PassedMessage {
  head: string;
  body: string;
  /** Addresses in To and Cc, as they are compared. */
  named: string[];
}

/** Fields by which notifications tell which mail they are about. */
const own = new Set(['message-id', mailIdField.toLowerCase()]);

/**
 * Makes the mails of a message that goes on as it came: its body, and its header but for the fields that name the mail.
 * @throws ForeignSenderError
 */
export async function passOn(
  db: Db,
  account: Account,
  sender: string,
  { head, body, named }: PassedMessage,
): Promise<MailTemplate> {
  const signable = await requireSender(db, account.id, sender);
  const fields = splitFields(head).filter((field) => !own.has(nameOf(field)) && !isProviderCommand(nameOf(field)));
  return async ({ contact, messageId, returnPath }) => {
    const to = mailbox(contact.email);
    const isNamed = named.includes(parseEmail(contact.email)?.folded ?? '');
    return {
      accountId: account.id,
      contactId: contact.id,
      messageId,
      signable,
      envelope: { from: returnPath ?? mailbox(sender), to },
      head: passedHead(fields, { to, isNamed, mailId: mailIdOf(messageId, contact.id), messageId }, new Date()),
      body,
    };
  };
}

/** A recipient whom To and Cc do not name sees no other one. */
function passedHead(
  fields: readonly string[],
  { to, isNamed, mailId, messageId }: { to: string; isNamed: boolean; mailId: string; messageId: string },
  now: Date,
): string {
  const shown = isNamed ? fields : fields.filter((field) => !['to', 'cc'].includes(nameOf(field)));
  const missing = (name: string) => !fields.some((field) => nameOf(field) === name);
  return [
    headerLine('Message-ID', messageId),
    headerLine(mailIdField, mailId),
    missing('date') ? headerLine('Date', now.toUTCString().replace('GMT', '+0000')) : '',
    missing('auto-submitted') ? headerLine('Auto-Submitted', 'auto-generated') : '',
    isNamed ? '' : addressLine('To', { name: '', address: to }),
    ...shown.map((field) => `${field}\r\n`),
  ].join('');
}
