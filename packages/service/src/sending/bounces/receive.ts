import { findAccountById } from '../../account/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { onBehalfOf } from '../../platform/turns/on-behalf.ts';
import { MemoryLimitError } from '../../platform/workers/limit-errors.ts';
import { workerFunctions } from '../../platform/workers/worker-pool.ts';
import { readMailbox } from '../mail/identity.ts';
import type { MailReading } from './reading/read-mail.ts';
import { recordBounce, type SentTo, unsubscribeRecipient } from './record.ts';

/** A mailbox of ours, and whom its mail was sent to. */
export interface OwnMailbox extends SentTo {
  use: 'bounce' | 'unsubscribe';
}

/** A mail that can never be read: trying again is of no use. */
export class UnreadableMailError extends Error {
  override name = 'UnreadableMailError';
}

const callWorker = workerFunctions<typeof import('./reading/read-mail.ts')>(import.meta.url, './reading/read-mail');
/**
 * Reading a mail at its limits takes 0.3 s, so that a longer one says that the machine is busy: then the mail may come
 * again.
 */
const deadlineMillis = 5000;

/** Reads a mail. Rejects with a DeadlineError or a MemoryLimitError. */
export type ReadMail = (mail: Uint8Array) => Promise<MailReading>;

const readInWorker: ReadMail = (mail) => callWorker('readMail', mail, { deadlineMillis });

/** Finds out whom an address was made for; undefined when this service has not made it. */
export async function ownMailbox(db: Db, address: string): Promise<OwnMailbox | undefined> {
  const read = readMailbox(address);
  if (read === undefined) return undefined;
  const account = await findAccountById(db, read.accountId);
  return account && read.isOf(account) ? { use: read.use, account, mail: read.mail } : undefined;
}

/**
 * Does what a mail to our mailboxes asks for, in one transaction for each mailbox; it may come again after a crash. It is
 * read once, in turns with the mails of other accounts.
 * @throws UnreadableMailError if the mail exceeds what can be read
 * @throws DeadlineError if the machine is too busy to read it
 */
export async function receive(
  db: Db,
  mailboxes: readonly OwnMailbox[],
  mail: Uint8Array,
  read: ReadMail = readInWorker,
): Promise<void> {
  let reading: Promise<MailReading> | undefined;
  for (const mailbox of mailboxes) {
    await onBehalfOf(mailbox.account.id, async () => {
      if (mailbox.use === 'unsubscribe') return unsubscribe(db, mailbox, 'reply');
      reading ??= readWithinLimits(read, mail);
      await record(db, mailbox, await reading);
    });
  }
}

async function readWithinLimits(read: ReadMail, mail: Uint8Array): Promise<MailReading> {
  try {
    return await read(mail);
  } catch (error) {
    if (error instanceof MemoryLimitError) return { kind: 'unreadable', reason: error.message };
    throw error;
  }
}

async function record(db: Db, mailbox: OwnMailbox, reading: MailReading): Promise<void> {
  switch (reading.kind) {
    case 'unreadable':
      throw new UnreadableMailError(reading.reason);
    case 'complaint':
      return unsubscribe(db, mailbox, 'complaint');
    case 'bounce':
      return db
        .transaction()
        .execute((transaction) =>
          recordBounce(transaction, mailbox, { recipients: reading.recipients, at: new Date() }),
        );
    case 'other':
  }
}

const unsubscribe = (db: Db, mailbox: OwnMailbox, source: 'reply' | 'complaint') =>
  db.transaction().execute((transaction) => unsubscribeRecipient(transaction, mailbox, source));
