import { branding } from '../../account/index.ts';
import { findContent, transactionalCarrier } from '../../mailings/index.ts';
import { parseEmail } from '../../people/index.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { Db } from '../../platform/database/schema.ts';
import { languageOf } from '../../platform/text/language.ts';
import type { Visitor } from '../../sending/index.ts';
import { signingKey } from '../../tracking/index.ts';
import { acceptMails, countMails } from '../../transactional/index.ts';
import { writeOwnDataLink } from './link.ts';
import { linkMail } from './pages.ts';

const tag = 'own-data';
/** Mails with a link to one address in a day. */
const mostPerDay = 3;
const day = 86_400_000;

/** Sends a contact the link to its data, from the sender of the mail that led to the page. The caller wakes the worker. */
export async function requestOwnData(
  db: Db,
  { account, mailing, contact }: Visitor,
  publicUrl: string,
): Promise<'sent' | 'tooMany' | 'unavailable'> {
  const email = parseEmail(contact.email);
  const { sender } = await findContent(db, mailing);
  if (email === undefined || sender === null) return 'unavailable';
  const { secret } = await signingKey(db, account.id);
  return inTransaction(db, async (transaction) => {
    const mailingId = await transactionalCarrier(transaction, account.id);
    const lately = { email: email.address, tag, from: new Date(Date.now() - day) };
    if ((await countMails(transaction, account.id, lately)) >= mostPerDay) return 'tooMany';
    const owner = { accountId: account.id, contactId: contact.id, emailFolded: email.folded };
    const language = languageOf(mailing.locale);
    const link = writeOwnDataLink(owner, language, secret, Math.floor(Date.now() / 1000));
    const subject = { brand: branding.brandOf(account), language };
    await acceptMails(transaction, account.id, {
      mailingId,
      template: false,
      recipients: [{ email, name: undefined }],
      tags: [tag],
      content: {
        sender,
        senderName: account.name,
        ...linkMail(subject, `${publicUrl}/own-data/${link}`),
        data: null,
        replyTo: null,
        attachments: [],
      },
    });
    return 'sent';
  });
}
