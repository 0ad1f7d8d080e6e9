import { beforeEach, expect, test, vi } from 'vitest';
import type { Account } from '../../account/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { DeadlineError, MemoryLimitError } from '../../platform/workers/limit-errors.ts';
import type { MailReading } from './reading/read-mail.ts';
import { type OwnMailbox, receive, UnreadableMailError } from './receive.ts';

const worker = vi.hoisted(() => ({ calls: 0, read: (): MailReading => ({ kind: 'other' }) }));
vi.mock('../../platform/workers/worker-pool.ts', () => ({
  workerFunctions: () => async () => {
    worker.calls++;
    return worker.read();
  },
}));
beforeEach(() => {
  worker.calls = 0;
});

const mailboxes = Array.from({ length: 10 }, (_, n): OwnMailbox => {
  const mail = { mailingId: 1, contactId: n, recipientId: n };
  return { use: 'bounce', account: { id: 1 + (n % 2) } as Account, mail };
});
const deliver = (read: () => MailReading) => {
  worker.read = read;
  // Nothing of what is read here is recorded.
  return receive({} as Db, mailboxes, Buffer.from('x'));
};

test('a mail to ten of our addresses is read once', async () => {
  await deliver(() => ({ kind: 'other' }));
  expect(worker.calls).toBe(1);
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
  await expect(deliver(read)).rejects.toThrow(wanted);
  expect(worker.calls).toBe(1);
});
