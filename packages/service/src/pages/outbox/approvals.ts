import type { OutboxMail } from './pages.ts';

/** The links of approval mails, by which anybody approves who sees them. */
const link = /\/approve\/[\w-]+/g;

export function hasApprovalLinks({ email }: OutboxMail): boolean {
  return [email.html, email.text].some((part) => part !== undefined && part.search(link) !== -1);
}

export function withoutApprovalLinks({ name, email }: OutboxMail): OutboxMail {
  const hidden = (part: string | undefined) => part?.replace(link, '/approve/');
  return { name, email: { ...email, html: hidden(email.html), text: hidden(email.text) } as OutboxMail['email'] };
}
