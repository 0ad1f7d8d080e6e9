import type { Account } from '../../account/index.ts';
import { transactionalCarrier } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { parseEmail } from '../../platform/text/email.ts';
import type { answers } from '../../sending/index.ts';
import { acceptMails } from '../mails/accept.ts';

/** Sends an answer of a contact to the person who reads answers; its content is deleted when it was sent, or could not be. */
export async function forwardAnswer(
  db: Db,
  account: Account,
  to: string,
  { sender, senderName, subject, message }: answers.ForwardedMail,
): Promise<void> {
  await acceptMails(db, account.id, {
    mailingId: await transactionalCarrier(db, account.id),
    template: false,
    recipients: [{ email: parseEmail(to)!, name: undefined }],
    tags: ['answers'],
    toUsers: true,
    content: {
      sender,
      senderName,
      subject,
      html: null,
      text: null,
      data: null,
      replyTo: null,
      attachments: [],
      message,
    },
  });
}
