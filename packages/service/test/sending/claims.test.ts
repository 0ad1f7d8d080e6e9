import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { insertAccount } from '../../src/account/store.ts';
import { insertMailing } from '../../src/mailings/store.ts';
import type { Db } from '../../src/platform/database/schema.ts';
import { claimJob } from '../../src/platform/queue/store.ts';
import { claimBatches, renewBatches } from '../../src/sending/deliveries/batches.ts';
import type { MailPurpose } from '../../src/sending/tables.ts';
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

/** An account whose mailing is being sent, in so many batches. Returns a function that adds others. */
async function sendInBatches(db: Db, batches: number): Promise<(more: number) => Promise<unknown>> {
  const account = await insertAccount(db, { name: 'Herald', domain: 'example.com' });
  await insertMailing(db, account, { name: 'News', subject: 'News', type: 'regular', creator: 'test' });
  await db.updateTable('mailing').set({ state: 'sending' }).execute();
  const add = (more: number) =>
    sql`
      insert into recipient_batch (account_id, mailing_id, contact_ids)
      select ${account}, mailing.id, '{1}' from mailing, generate_series(1, ${more}::int)`.execute(db);
  await add(batches);
  return add;
}

describe.each(kinds)('claims on $kind', ({ open }) => {
  test.each(rows)('one of %i batches, of which the planner knows %i', async (count, known) => {
    const { kysely: db } = await open();
    const add = await sendInBatches(db, known);
    await sql`analyze`.execute(db);
    await add(count - known);
    const [batch] = await claimBatches(db, owner);
    const mine = await db.selectFrom('recipient_batch').select('id').where('owner', 'is not', null).execute();
    expect(mine).toEqual([{ id: batch!.id }]);
  });

  test('transactional mails of one mailing are claimed together, others one at a time', async () => {
    const { kysely: db } = await open();
    const queue = async (account: number, purpose: MailPurpose, batches: number) => {
      await insertMailing(db, account, { name: 'News', subject: 'News', type: 'trigger', creator: 'test' });
      await sql`
        insert into recipient_batch (account_id, mailing_id, occasion, purpose, priority, contact_ids)
        select ${account}, (select max(id) from mailing), ${purpose} || number, ${purpose}::mail_purpose, 1, '{1}'
        from generate_series(1, ${batches}::int) as number`.execute(db);
    };
    const account = await insertAccount(db, { name: 'Herald', domain: 'example.com' });
    const other = await insertAccount(db, { name: 'Mill', domain: 'mill.example' });
    await queue(account, 'transactional', 22);
    await queue(account, 'trigger', 2);
    await queue(other, 'transactional', 2);
    await db.updateTable('mailing').set({ state: 'released' }).execute();
    const claimed: [account: number, purpose: string, batches: number][] = [];
    for (;;) {
      const batches = await claimBatches(db, owner);
      if (batches.length === 0) break;
      claimed.push([batches[0]!.account_id, batches[0]!.purpose, batches.length]);
      expect(new Set(batches.map(({ mailing_id }) => mailing_id)).size).toBe(1);
    }
    expect(claimed).toEqual([
      [account, 'transactional', 20],
      [account, 'transactional', 2],
      [account, 'trigger', 1],
      [account, 'trigger', 1],
      [other, 'transactional', 2],
    ]);
  });

  test('a claim that its process knows nothing of is not renewed, so that its mails do not wait for ever', async () => {
    const { kysely: db } = await open();
    await sendInBatches(db, 2);
    const [known] = await claimBatches(db, owner);
    const [lost] = await claimBatches(db, owner);
    await sql`update recipient_batch set lease_until = now() - interval '1 second'`.execute(db);
    expect(await renewBatches(db, owner, [known!.id])).toEqual(new Set([known!.id]));
    expect(await claimBatches(db, owner, { heldIds: [known!.id] })).toMatchObject([{ id: lost!.id, attempt: 2 }]);
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
  await sendInBatches(db, 2);
  const first = await db.startTransaction().execute();
  const second = await db.startTransaction().execute();
  const [taken] = await claimBatches(first, owner);
  // Whoever waits for the first one waits for ever: it has not committed.
  await sql`set local lock_timeout = '1s'`.execute(second);
  const [next] = await claimBatches(second, owner);
  expect(next?.id).not.toBe(taken!.id);
  expect(await claimBatches(second, owner)).toEqual([]);
  await Promise.all([first.rollback().execute(), second.rollback().execute()]);
});
