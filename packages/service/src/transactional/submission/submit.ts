import { type Account, senders } from '../../account/index.ts';
import { maxAttachmentKb, transactionalCarrier } from '../../mailings/index.ts';
import { retrying } from '../../platform/database/retry.ts';
import type { Db } from '../../platform/database/schema.ts';
import { type EmailAddress, parseEmail } from '../../platform/text/email.ts';
import { onBehalfOf } from '../../platform/turns/on-behalf.ts';
import { MemoryLimitError } from '../../platform/workers/limit-errors.ts';
import { workerFunctions } from '../../platform/workers/worker-pool.ts';
import { acceptMails } from '../mails/accept.ts';
import type { MessageReading, SubmittedMessage } from './read-message.ts';

/** A message that is refused for good, with an enhanced status code and the reason. */
export class RefusedMessageError extends Error {
  override name = 'RefusedMessageError';
}

const callWorker = workerFunctions<typeof import('./read-message.ts')>(import.meta.url, './read-message');
/** Senders wait for ten minutes (RFC 5321, section 4.5.3.2.6), and threads of a busy machine start late. */
const deadlineMillis = 20_000;

/**
 * Stores and queues a message for each recipient, as a transactional mail. The message goes on as it came but for the header
 * fields that the service sets, so that signed, encrypted and calendar mails stay what they are.
 * @returns the ids of the mails
 * @throws RefusedMessageError
 */
export async function submitMessage(
  db: Db,
  account: Account,
  recipients: readonly EmailAddress[],
  message: Uint8Array,
): Promise<string[]> {
  const read = await onBehalfOf(account.id, () => readWithinLimits(message));
  if ('refusal' in read) throw new RefusedMessageError(read.refusal);
  const mails = toMails(read, recipients);
  const { sender } = mails.content;
  await requireOwnSender(db, account.id, 'From', sender);
  if (read.sender !== undefined)
    await requireOwnSender(db, account.id, 'Sender', requireAddress('Sender', read.sender));
  return retrying(() =>
    db.transaction().execute(async (transaction) => {
      const mailingId = await transactionalCarrier(transaction, account.id);
      return acceptMails(transaction, account.id, { mailingId, template: false, ...mails });
    }),
  );
}

async function readWithinLimits(message: Uint8Array): Promise<MessageReading> {
  try {
    return await callWorker('readMessage', message, { deadlineMillis });
  } catch (error) {
    if (error instanceof MemoryLimitError) return { refusal: `5.6.0 ${error.message}` };
    throw error;
  }
}

async function requireOwnSender(db: Db, accountId: number, field: string, sender: string): Promise<void> {
  const fault = senders.senderFault(sender, await senders.senderStanding(db, accountId, sender));
  if (fault !== undefined) throw new RefusedMessageError(`5.7.1 ${field}: ${fault}`);
}

function toMails(submitted: SubmittedMessage, recipients: readonly EmailAddress[]) {
  const { from, subject, names, tags, attachments, message } = submitted;
  const large = attachments.find(({ octets }) => octets > maxAttachmentKb * 1024);
  if (large) throw new RefusedMessageError(`5.3.4 Attachment "${large.filename}" has more than ${maxAttachmentKb} KB`);
  return {
    recipients: recipients.map((email) => ({ email, name: names.get(email.address.toLowerCase()) })),
    tags,
    content: {
      sender: requireAddress('From', from.email),
      senderName: from.name,
      subject,
      html: null,
      text: null,
      data: null,
      replyTo: null,
      attachments: [],
      message,
    },
  };
}

function requireAddress(field: string, text: string): string {
  const address = parseEmail(text);
  if (address === undefined) throw new RefusedMessageError(`5.1.7 ${field} must be an email address`);
  return address.address;
}
