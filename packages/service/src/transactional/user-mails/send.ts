import type { Account, users } from '../../account/index.ts';
import { transactionalCarrier } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { parseEmail } from '../../platform/text/email.ts';
import { escapeHtml } from '../../platform/text/escape.ts';
import type { Language } from '../../platform/text/language.ts';
import { acceptMails } from '../mails/accept.ts';

interface UserMail {
  language: Language;
  subject: string;
  /** Paragraphs. */
  lines: readonly string[];
  /** What the link says that it leads to. */
  action: string;
  link: string;
}

/** Sends a user a mail with a link, in the caller's transaction. */
export async function sendUserMail(
  db: Db,
  account: Account,
  user: users.User,
  { language, subject, lines, action, link }: UserMail,
): Promise<void> {
  const html = `<!DOCTYPE html><html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body>${lines
    .map((line) => `<p>${escapeHtml(line)}</p>`)
    .join('')}<p><a href="${escapeHtml(link)}">${escapeHtml(action)}</a></p></body></html>`;
  await acceptMails(db, account.id, {
    mailingId: await transactionalCarrier(db, account.id),
    template: false,
    recipients: [{ email: parseEmail(user.email)!, name: user.name }],
    tags: ['users'],
    toUsers: true,
    content: {
      sender: `no-reply@${account.domain}`,
      senderName: account.name,
      subject,
      html,
      text: [...lines, link].join('\n\n'),
      data: null,
      replyTo: null,
      attachments: [],
    },
  });
}
