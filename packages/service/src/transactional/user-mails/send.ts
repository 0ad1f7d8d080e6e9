import { type Account, users } from '../../account/index.ts';
import { transactionalCarrier } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { parseEmail } from '../../platform/text/email.ts';
import { escapeHtml } from '../../platform/text/escape.ts';
import { acceptMails } from '../mails/accept.ts';

interface UserMail {
  subject: string;
  lines: readonly string[];
  action: string;
}

const mails: Record<'invitation' | 'reset', (account: Account, user: users.User) => UserMail> = {
  invitation: ({ name }, user) => ({
    subject: `You are invited to ${name}`,
    lines: [
      `Hello ${user.name},`,
      `you are invited to work with the account “${name}” at Mailwright, with the role ${user.role}.`,
      'The link is valid for 7 days and works once. If you do not expect this mail, ignore it.',
    ],
    action: 'Choose a password',
  }),
  reset: ({ name }, user) => ({
    subject: `New password for ${name}`,
    lines: [
      `Hello ${user.name},`,
      `somebody has asked for a new password for your access to “${name}” at Mailwright.`,
      'The link is valid for an hour and works once. If it was not you, ignore this mail: nothing has changed.',
    ],
    action: 'Choose a new password',
  }),
};

/** Sends a user a link with which to choose a password, in the caller's transaction. The caller wakes the worker. */
export async function sendUserMail(
  db: Db,
  account: Account,
  user: users.User,
  kind: 'invitation' | 'reset',
  publicUrl: string,
): Promise<void> {
  const link = `${publicUrl}/console/password?token=${await users.insertUserToken(db, user, kind)}`;
  const { subject, lines, action } = mails[kind](account, user);
  const html = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body>${lines
    .map((line) => `<p>${escapeHtml(line)}</p>`)
    .join('')}<p><a href="${escapeHtml(link)}">${action}</a></p></body></html>`;
  await acceptMails(db, account.id, {
    mailingId: await transactionalCarrier(db, account.id),
    template: false,
    recipients: [{ email: parseEmail(user.email)!, name: user.name }],
    tags: ['users'],
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
