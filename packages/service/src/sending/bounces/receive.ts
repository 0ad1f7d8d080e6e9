import { type Account, findAccountById } from '../../account/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { onBehalfOf } from '../../platform/turns/on-behalf.ts';
import { MemoryLimitError } from '../../platform/workers/limit-errors.ts';
import { workerFunctions } from '../../platform/workers/worker-pool.ts';
import { storeReports } from '../domain-reports/receive.ts';
import { readMailbox, readMailId } from '../mail/identity.ts';
import { receiveAnswer, TooManyAnswersError, takesAnswers } from './answers/receive.ts';
import type { ProviderEvent } from './events/event.ts';
import type { MailReading } from './reading/read-mail.ts';
import { toRecipient } from './reading/report.ts';
import type { Traces } from './reading/traces.ts';
import { findRecipient, recordBounce, type SentTo, unsubscribeRecipient } from './record.ts';

/** A mailbox of ours for what comes back of a mail, and whom that was sent to. */
interface MailboxOfMail extends SentTo {
  use: 'answer' | 'bounce' | 'unsubscribe';
}

/** A mailbox of ours: of a mail, or of an account for reports about its domains. */
export type OwnMailbox = MailboxOfMail | { use: 'report'; account: Account };

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
/** Files of reports unpack to more than mails have. */
const reportDeadlineMillis = 20_000;

/** Bytes of a mail with reports or an answer, which is read as a whole. */
export const maxReportMailBytes = 2 * 1024 * 1024;

/** Reads a mail. Rejects with a DeadlineError or a MemoryLimitError. */
export type ReadMail = (mail: Uint8Array) => Promise<MailReading>;

const readInWorker: ReadMail = (mail) => callWorker('readMail', mail, { deadlineMillis });

/** Finds out whom an address was made for; undefined when this service has not made it. */
export async function ownMailbox(db: Db, address: string): Promise<OwnMailbox | undefined> {
  const read = readMailbox(address);
  if (read === undefined) return undefined;
  const account = await findAccountById(db, read.accountId);
  if (!account || !read.isOf(account)) return undefined;
  if (read.use === 'answer' && !takesAnswers(account)) return undefined;
  return read.use === 'report' ? { use: read.use, account } : { use: read.use, account, mail: read.mail };
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
      if (mailbox.use === 'report') return recordReports(db, mailbox.account, mail);
      if (mailbox.use === 'unsubscribe') return unsubscribe(db, mailbox, 'reply');
      reading ??= readWithinLimits(read, mail);
      const found = await reading;
      if (found.kind === 'other' && takesAnswers(mailbox.account)) return takeAnswer(db, mailbox, mail);
      await record(db, mailbox, found, 'mta-listener');
    });
  }
}

/**
 * Takes an answer to a mail. What comes to a return path and answers nothing is dropped, as it always was.
 * @throws UnreadableMailError if nobody could get an answer
 * @throws TooManyAnswersError
 */
async function takeAnswer(db: Db, { account, mail, use }: MailboxOfMail, message: Uint8Array): Promise<void> {
  const outcome = await answerTo(db, { account, mail }, message);
  if (outcome === 'taken' || (use === 'bounce' && outcome === 'foreign')) return;
  throw new UnreadableMailError(`The answer is ${outcome}`);
}

const answerTo = (db: Db, { account, mail }: SentTo, message: Uint8Array) =>
  receiveAnswer(db, account, mail, message, (transaction) =>
    unsubscribeRecipient(transaction, { account, mail }, 'reply'),
  );

/**
 * Counts the reports of a mail. Those that can be read count, even if others cannot.
 * @throws UnreadableMailError if none can be
 */
async function recordReports(db: Db, account: Account, mail: Uint8Array): Promise<void> {
  const { reports, fault } = await callWorker('readReportMail', mail, { deadlineMillis: reportDeadlineMillis });
  if (reports.length === 0 && fault !== undefined) throw new UnreadableMailError(fault);
  await storeReports(db, account, reports);
}

async function readWithinLimits(read: ReadMail, mail: Uint8Array): Promise<MailReading> {
  try {
    return await read(mail);
  } catch (error) {
    if (error instanceof MemoryLimitError) return { kind: 'unreadable', reason: error.message };
    throw error;
  }
}

/**
 * Records what a mail says about a mail of ours, in one transaction, or the reports that it brings. Returns whether it was one of
 * these; other mails are for persons. It may come again after a crash.
 * @param mail its beginning
 * @param fetchWhole returns all of it
 */
export async function receiveFromMailbox(
  db: Db,
  mail: Uint8Array,
  fetchWhole: () => Promise<Uint8Array>,
): Promise<boolean> {
  const { reading, answered, ...traces } = await readReturned(mail);
  const own = await assign(db, traces);
  if (own === undefined) return false;
  if (own.use === 'report') return receiveReports(db, own.account, await fetchWhole());
  if (own.use === 'unsubscribe') await unsubscribe(db, own, 'reply');
  else if (reading.kind === 'bounce' || reading.kind === 'complaint') await record(db, own, reading, 'reply');
  else if (reading.kind !== 'other') return reading.kind === 'delay';
  else return receiveAnswerOf(db, await assign(db, { ...traces, mailIds: answered }), fetchWhole);
  return true;
}

/** Returns whether an answer was taken; a person may look at others, and at those that are too long or too many. */
async function receiveAnswerOf(
  db: Db,
  own: OwnMailbox | undefined,
  fetchWhole: () => Promise<Uint8Array>,
): Promise<boolean> {
  if (own === undefined || own.use === 'report' || !takesAnswers(own.account)) return false;
  const { account, mail } = own;
  const message = await fetchWhole();
  if (message.length >= maxReportMailBytes) return false;
  try {
    return (await onBehalfOf(account.id, () => answerTo(db, { account, mail }, message))) === 'taken';
  } catch (error) {
    if (error instanceof TooManyAnswersError) return false;
    throw error;
  }
}

/** Returns whether the reports of a mail could be read; a person may look at others. */
async function receiveReports(db: Db, account: Account, mail: Uint8Array): Promise<boolean> {
  try {
    await onBehalfOf(account.id, () => recordReports(db, account, mail));
    return true;
  } catch (error) {
    if (error instanceof UnreadableMailError) return false;
    throw error;
  }
}

async function readReturned(mail: Uint8Array): Promise<{ reading: MailReading } & Traces> {
  try {
    return await callWorker('readReturned', mail, { deadlineMillis });
  } catch (error) {
    if (!(error instanceof MemoryLimitError)) throw error;
    return { reading: { kind: 'unreadable', reason: error.message }, addresses: [], mailIds: [], answered: [] };
  }
}

/** Records events of a provider, each in one transaction; events about mails that this service has not sent change nothing. */
export async function recordEvents(db: Db, events: readonly ProviderEvent[]): Promise<void> {
  for (const { kind, mailId, failure } of events) {
    const own = await assign(db, { addresses: [], mailIds: [mailId.replace(/^<|@.*$/gs, '')] });
    if (own === undefined || own.use === 'report') continue;
    const reading: MailReading =
      kind === 'bounce' && failure ? { kind, recipients: [toRecipient(failure)] } : { kind: 'complaint' };
    await record(db, own, reading, 'reply');
  }
}

/** Finds out which mail of ours a mail is about, by the address that it was sent to or by what it quotes. */
async function assign(
  db: Db,
  { addresses, mailIds }: Pick<Traces, 'addresses' | 'mailIds'>,
): Promise<OwnMailbox | undefined> {
  for (const address of addresses) {
    const own = await ownMailbox(db, address);
    if (own) return own;
  }
  for (const id of mailIds) {
    const read = readMailId(id);
    const account = read && (await findAccountById(db, read.accountId));
    if (!account || !read.isOf(account)) continue;
    const contactId = read.contactId ?? (await findRecipient(db, account, read.mail));
    if (contactId !== undefined) return { use: 'bounce', account, mail: { ...read.mail, contactId } };
  }
  return undefined;
}

async function record(
  db: Db,
  own: MailboxOfMail,
  reading: MailReading,
  source: 'mta-listener' | 'reply',
): Promise<void> {
  switch (reading.kind) {
    case 'unreadable':
      throw new UnreadableMailError(reading.reason);
    case 'complaint':
      return unsubscribe(db, own, 'complaint');
    case 'bounce': {
      const { recipients, unfailed } = reading;
      return db
        .transaction()
        .execute((transaction) => recordBounce(transaction, own, { recipients, unfailed, at: new Date(), source }));
    }
    case 'delay':
    case 'other':
  }
}

const unsubscribe = (db: Db, mailbox: MailboxOfMail, source: 'reply' | 'complaint') =>
  db.transaction().execute((transaction) => unsubscribeRecipient(transaction, mailbox, source));
