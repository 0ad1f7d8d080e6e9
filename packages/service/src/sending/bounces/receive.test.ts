import { expect, test } from 'vitest';
import type { Account } from '../../account/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { DeadlineError, MemoryLimitError } from '../../platform/workers/limit-errors.ts';
import type { MailReading } from './reading/read-mail.ts';
import { type OwnMailbox, receive, UnreadableMailError } from './receive.ts';

const mailboxes = Array.from({ length: 10 }, (_, n): OwnMailbox => {
  const mail = { mailingId: 1, contactId: n, recipientId: n };
  return { use: 'bounce', account: { id: 1 + (n % 2), answers_to: null } as Account, mail };
});
/** Delivers a mail to all mailboxes, and counts how often it is read; nothing of what is read here is recorded. */
function delivery(read: () => MailReading) {
  const delivered = { reads: 0, done: Promise.resolve() };
  delivered.done = receive({} as Db, mailboxes, Buffer.from('x'), async () => {
    delivered.reads++;
    return read();
  });
  return delivered;
}

test('a mail to ten of our addresses is read once', async () => {
  const delivered = delivery(() => ({ kind: 'other' }));
  await delivered.done;
  expect(delivered.reads).toBe(1);
});

test.each<[string, () => MailReading, new (...args: never[]) => Error]>([
  ['exceeds the limits: for good', () => ({ kind: 'unreadable', reason: 'nested' }), UnreadableMailError],
  [
    'exceeds the memory: for good',
    () => {
      throw new MemoryLimitError();
    },
    UnreadableMailError,
  ],
  [
    'takes too long: not for good',
    () => {
      throw new DeadlineError(5000);
    },
    DeadlineError,
  ],
])('a mail that %s', async (_, read, wanted) => {
  const delivered = delivery(read);
  await expect(delivered.done).rejects.toThrow(wanted);
  expect(delivered.reads).toBe(1);
});
