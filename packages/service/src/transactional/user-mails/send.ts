import { letter } from '@mailwright/console/letter';
import { type Account, branding, type users } from '../../account/index.ts';
import { transactionalCarrier } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { parseEmail } from '../../platform/text/email.ts';
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
  const { name, logo, colors } = branding.brandOf(account);
  const html = letter({
    language,
    title: subject,
    // Public pages are on the host of the link.
    sender: { name, logo: logo && new URL(logo, link).href },
    colors,
    paragraphs: lines,
    action: { label: action, address: link },
  });
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
