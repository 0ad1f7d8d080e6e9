import type { Outbox } from '../../sending/index.ts';
import { addresses, type OutboxMail, parseMail } from './pages.ts';

/** How many mails a page of the list shows. */
const shown = 100;
/** How many mails a search looks at for one page: it reads the headers of each. */
const lookedAt = 2000;

/**
 * The newest mails of an account, or the newest that are older than one.
 * @param query what their subject or addresses have; empty for all
 */
export async function findMails(outbox: Outbox, account: number, query: string, olderThan: string | undefined) {
  const wanted = query.toLowerCase();
  const { names, more, total } = await outbox.list(account, wanted === '' ? shown : lookedAt, olderThan);
  const mails: OutboxMail[] = [];
  for (const [index, name] of names.entries()) {
    const head = await outbox.head(account, name);
    if (head === undefined) continue;
    const mail = await parseMail(name, head);
    const { subject = '', to } = mail.email;
    if (!`${subject} ${addresses(to)}`.toLowerCase().includes(wanted)) continue;
    mails.push(mail);
    if (mails.length === shown && (more || index < names.length - 1)) return { mails, total, olderThan: name };
  }
  return { mails, total, olderThan: more ? names.at(-1) : undefined };
}
