import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { insertAccount } from '../../src/account/store.ts';
import { insertMailing } from '../../src/mailings/store.ts';
import { claimJob } from '../../src/platform/queue/store.ts';
import { claimBatch } from '../../src/sending/deliveries/batches.ts';
import { databases } from '../support/database.ts';

const owner = '01234567-89ab-4cde-8f01-23456789abcd';

/** Rows, and how many of them the planner knows of: the ways to find the next one differ. */
const rows = [
  [20, 1],
  [20, 20],
  [500, 1],
  [500, 500],
] as const;

const kinds = databases();

describe.each(kinds)('claims on $kind', ({ open }) => {
  test.each(rows)('one of %i batches, of which the planner knows %i', async (count, known) => {
    const { kysely: db } = await open();
    const account = await insertAccount(db, { name: 'Herald', domain: 'example.com' });
    await insertMailing(db, account, { name: 'News', subject: 'News', type: 'regular', creator: 'test' });
    await db.updateTable('mailing').set({ state: 'sending' }).execute();
    const insert = (from: number, to: number) =>
      sql`
        insert into recipient_batch (account_id, mailing_id, contact_ids)
        select ${account}, mailing.id, '{1}' from mailing, generate_series(${from}::int, ${to}::int)`.execute(db);
    await insert(1, known);
    await sql`analyze`.execute(db);
    await insert(known + 1, count);
    const batch = await claimBatch(db, owner);
    const mine = await db.selectFrom('recipient_batch').select('id').where('owner', 'is not', null).execute();
    expect(mine).toEqual([{ id: batch!.id }]);
  });

  test.each(rows)('one of %i jobs, of which the planner knows %i', async (count, known) => {
    const { kysely: db } = await open();
    const account = await insertAccount(db, { name: 'Herald', domain: 'example.com' });
    const insert = (from: number, to: number) =>
      sql`
        insert into job (account_id, kind, payload, due_at)
        select ${account}, 'note', '{}', now() from generate_series(${from}::int, ${to}::int)`.execute(db);
    await insert(1, known);
    await sql`analyze`.execute(db);
    await insert(known + 1, count);
    const job = await claimJob(db, ['note', 'other'], owner, new Date(Date.now() + 1000));
    const mine = await db.selectFrom('job').select('id').where('state', '=', 'running').execute();
    expect(mine).toEqual([{ id: job!.id }]);
  });
});

test('a batch that another worker is claiming is passed over, without waiting for it', async () => {
  const { open } = kinds.find(({ kind }) => kind === 'server')!;
  const { kysely: db } = await open();
  const account = await insertAccount(db, { name: 'Herald', domain: 'example.com' });
  await insertMailing(db, account, { name: 'News', subject: 'News', type: 'regular', creator: 'test' });
  await db.updateTable('mailing').set({ state: 'sending' }).execute();
  await sql`
    insert into recipient_batch (account_id, mailing_id, contact_ids)
    select ${account}, mailing.id, '{1}' from mailing, generate_series(1, 2)`.execute(db);
  const first = await db.startTransaction().execute();
  const second = await db.startTransaction().execute();
  const taken = await claimBatch(first, owner);
  // Whoever waits for the first one waits for ever: it has not committed.
  await sql`set local lock_timeout = '1s'`.execute(second);
  const next = await claimBatch(second, owner);
  expect(next?.id).not.toBe(taken!.id);
  expect(await claimBatch(second, owner)).toBeUndefined();
  await Promise.all([first.rollback().execute(), second.rollback().execute()]);
});
