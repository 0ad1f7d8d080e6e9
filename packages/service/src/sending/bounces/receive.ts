import PostalMime from 'postal-mime';
import { findAccountById } from '../../account/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { type ReadMailbox, readMailbox } from '../mail/identity.ts';
import { recordBounce, type SentTo, unsubscribeRecipient } from './record.ts';
import { readReport } from './report.ts';

/** A mailbox of ours, and whom its mail was sent to. */
export interface OwnMailbox extends SentTo {
  use: ReadMailbox['use'];
}

/** Finds out whom an address was made for; undefined when this service has not made it. */
export async function ownMailbox(db: Db, address: string): Promise<OwnMailbox | undefined> {
  const read = readMailbox(address);
  if (read === undefined) return undefined;
  const account = await findAccountById(db, read.accountId);
  return account && read.isOf(account) ? { use: read.use, account, mail: read.mail } : undefined;
}

/** Does what a mail to one of our mailboxes asks for, in one transaction; it may come again after a crash. */
export async function receive(db: Db, mailbox: OwnMailbox, raw: Buffer): Promise<void> {
  if (mailbox.use === 'unsubscribe') {
    await db.transaction().execute((transaction) => unsubscribeRecipient(transaction, mailbox, 'reply'));
    return;
  }
  const report = readReport(await PostalMime.parse(raw));
  if (report.kind === 'other') return;
  await db.transaction().execute(async (transaction) => {
    if (report.kind === 'complaint') await unsubscribeRecipient(transaction, mailbox, 'complaint');
    else await recordBounce(transaction, mailbox, { ...report, at: new Date() });
  });
}
