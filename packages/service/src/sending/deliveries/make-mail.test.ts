import { setImmediate as immediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import type { Db } from '../../platform/database/schema.ts';
import type { StartedAttempt } from './attempts.ts';
import type { Lease } from './lease.ts';
import { makeAhead, makeMail } from './make-mail.ts';
import type { Routed } from './purpose-rules.ts';

const read = new Date('2031-01-01T00:00:00Z');
const later = new Date('2031-01-01T00:00:01Z');
const db = new Proxy({} as Db, {
  get: () => {
    throw new Error('The contact is read again.');
  },
});

function leaseOf(purpose: string) {
  const made = vi.fn(async () => ({ skip: `mail ${made.mock.calls.length}` }));
  const account = { id: 1, domain: 'example.com', secret: 'secret' };
  return { made, lease: { account, mailing: { id: 2 }, batch: { purpose }, makeMail: made } as unknown as Lease };
}

const recipient = () =>
  ({ id: 3, contact_id: 4, contact: { updated_at: read }, ahead: undefined }) as unknown as Routed;
const row = (updated_at: Date) => ({ id: 3, updated_at }) as StartedAttempt;

test.each([
  ['campaign', 1],
  ['transactional', 0],
] as const)('of a mail with the purpose %s, %i is made ahead, and one in all', async (purpose, ahead) => {
  const { made, lease } = leaseOf(purpose);
  const one = recipient();
  makeAhead(lease, [one], undefined);
  expect(made, 'the statement leaves first').toHaveBeenCalledTimes(0);
  await immediate();
  expect(made).toHaveBeenCalledTimes(ahead);
  expect(await makeMail(db, lease, row(read), one, undefined)).toEqual({ skip: 'mail 1' });
  expect(made).toHaveBeenCalledTimes(1);
});

test('a mail that was made ahead is not sent if the contact has changed since', async () => {
  const { lease } = leaseOf('campaign');
  const one = recipient();
  makeAhead(lease, [one], undefined);
  await immediate();
  await expect(makeMail(db, lease, row(later), one, undefined)).rejects.toThrow('The contact is read again.');
});
