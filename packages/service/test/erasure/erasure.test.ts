import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { noteErasure } from '../../src/people/erasure/store.ts';
import { eraseMailsTask } from '../../src/sending/outbox/erase-mails-task.ts';
import { openOutbox } from '../../src/sending/outbox/outbox.ts';
import { usualDatabases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { live } from './life.ts';
import { filesWith, tablesWith, totals } from './traces.ts';

const name = 'zacharias7f3';
const never = new AbortController().signal;

describe.each(usualDatabases())('a contact that is erased on $kind', ({ open }) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(await open());
  });
  afterAll(() => service?.close());
  const mails = () => readdirSync(join(service.outboxDirectory, String(service.accountId)));

  test('stands nowhere any more, and no total changes', async () => {
    const id = await live(service, name);
    expect(await tablesWith(service.db, name)).toEqual([
      'approval',
      'click',
      'contact',
      'idempotency_key',
      'mailing_check',
      'opening',
      'opt_in_request',
      'recipient',
      'transactional_mail',
      'unsubscription_reason',
    ]);
    expect(filesWith(service.outboxDirectory, name)).toHaveLength(3);
    const kept = mails().length - 3;
    const before = await totals(service.db);
    for (const [table, count] of Object.entries(before)) expect(count, table).toBeGreaterThan(0);

    await service.client.contacts.delete({ id }).orThrow();
    expect(await tablesWith(service.db, name)).toEqual([]);
    expect(await totals(service.db)).toEqual(before);
    await vi.waitFor(() => expect(filesWith(service.outboxDirectory, name)).toEqual([]));
    expect(mails(), 'the mails to others stay').toHaveLength(kept);
    expect(service.log.join('\n').toLowerCase()).not.toContain(name);
  });

  test('a mail that was under way meanwhile goes a minute later', async () => {
    const outbox = openOutbox(service.outboxDirectory);
    const job = eraseMailsTask(outbox);
    await noteErasure(service.db, service.accountId);
    await job.run(service.db, never);
    const { accountId } = service;
    const envelope = { from: 'a@example.org', to: 'b@example.org' };
    await outbox.send({ accountId, contactId: 999_999, messageId: '', envelope, head: '', body: 'late' });
    const there = mails().length;
    await job.run(service.db, never);
    expect(mails(), 'there is nothing to do yet').toHaveLength(there);
    await service.db
      .updateTable('erasure')
      .set({ at: new Date(Date.now() - 61_000) })
      .execute();
    await job.run(service.db, never); // unless the service itself is faster
    await vi.waitFor(() => expect(mails()).toHaveLength(there - 1));
  });
});
