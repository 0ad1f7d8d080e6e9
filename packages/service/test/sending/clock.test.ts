import { sql } from 'kysely';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { findAccount } from '../../src/account/index.ts';
import { mailSources } from '../../src/app/mail-sources.ts';
import { planRun } from '../../src/events/triggers/plan.ts';
import { readDispatching } from '../../src/mailings/dispatching/read.ts';
import { putDispatching } from '../../src/mailings/dispatching/store.ts';
import { findMailing, insertMailing } from '../../src/mailings/store.ts';
import type { Db } from '../../src/platform/database/schema.ts';
import { DeliveryEngine } from '../../src/sending/deliveries/engine.ts';
import { administer } from '../support/administration.ts';
import { usualDatabases } from '../support/database.ts';
import { outcomes } from '../support/sendout.ts';
import { engineOf, people, queuedSendout, runToEnd, startedSendout } from './harness.ts';

const hour = 3_600_000;
const minute = 60;
const steps = [
  ['an hour ahead', hour],
  ['an hour behind', -hour],
] as const;

/** From now on the clock of this process is wrong; that of the database is not. */
const setClock = (step: number) => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + step });
afterEach(() => void vi.useRealTimers());

/** The least and the greatest of how many seconds from the database's present the times of rows are. */
async function secondsAway(db: Db, table: string, column: string): Promise<[number, number]> {
  const { rows } = await sql<{ least: number; most: number }>`
    select min(extract(epoch from ${sql.ref(column)} - now()))::float8 as least,
      max(extract(epoch from ${sql.ref(column)} - now()))::float8 as most
    from ${sql.table(table)} where ${sql.ref(column)} is not null`.execute(db);
  return [rows[0]!.least, rows[0]!.most];
}

describe.each(usualDatabases())('a process whose clock is wrong, on $kind', ({ open }) => {
  test.each(steps)('%s: mails that are put off are due when the database says so', async (_, step) => {
    const { kysely: db } = await open();
    const { mailingId } = await startedSendout(db);
    setClock(step);
    const later = { concerns: 'mail', permanent: false, code: 450, message: '450 later' } as const;
    const deferred = new Set<number>();
    // Few, so that the receiver is not sent mails more slowly.
    const engine = engineOf(async ({ contactId }) => {
      if (contactId % 20 !== 0) return undefined;
      deferred.add(contactId);
      return later;
    });
    await runToEnd(db, engine);
    const sent = people - deferred.size;
    expect(await outcomes({ db }, mailingId)).toEqual({ 'deferred: 450 later': deferred.size, sent });
    const [soonest, latest] = await secondsAway(db, 'recipient', 'next_at');
    expect(soonest).toBeGreaterThan(-10 * minute);
    expect(latest).toBeLessThanOrEqual(minute);
    const [first, last] = await secondsAway(db, 'delivery', 'sent_at');
    expect(first).toBeGreaterThan(-10 * minute);
    expect(last).toBeLessThanOrEqual(0);
  });

  test.each(steps)(
    '%s: what a limit holds back waits in the database, and its batch holds up nobody',
    async (_, step) => {
      const { kysely: db } = await open();
      const { mailingId } = await startedSendout(db);
      await administer(db).setLimit({ domain: 'example.com', perMinute: 10 });
      setClock(step);
      await runToEnd(
        db,
        engineOf(async () => undefined),
      );
      expect(await outcomes({ db }, mailingId)).toEqual({ pending: people - 1, sent: 1 });
      const [soonest, latest] = await secondsAway(db, 'recipient', 'next_at');
      expect(soonest).toBeGreaterThan(-10 * minute);
      expect(latest).toBeLessThan(people * minute);
    },
  );

  test('when the clock of the database jumps by days, nobody gets a mail twice', async () => {
    const { kysely: db } = await open();
    const { mailingId } = await startedSendout(db);
    const sent: number[] = [];
    const engine = engineOf(async ({ contactId }) => {
      sent.push(contactId);
      // To a jump of the clock, all leases are over.
      await db.updateTable('recipient_batch').set({ lease_until: sql`now() - interval '3 days'` }).execute();
      return undefined;
    });
    await runToEnd(db, engine);
    expect(await outcomes({ db }, mailingId)).toEqual({ sent: people });
    expect(sent.length).toBe(people);
  });

  test.each(steps)('%s: a sendout begins slowly', async (_, step) => {
    const { kysely: db } = await open();
    await startedSendout(db);
    setClock(step);
    let flying = 0;
    let most = 0;
    const send = async () => {
      most = Math.max(most, ++flying);
      await new Promise(setImmediate);
      flying--;
      return undefined;
    };
    const transport = { connections: 20, send, close: async () => {} };
    const environment = { transport, publicUrl: 'https://x.example' };
    await runToEnd(db, new DeliveryEngine(environment, mailSources(environment)));
    expect(most).toBe(2);
  });

  test.each(steps)('%s: a trigger mailing is planned for the next time of the database', async (_, step) => {
    const { kysely: db } = await open();
    const { accountId } = await queuedSendout(db);
    await db.deleteFrom('job').execute();
    const draft = { name: 'Hourly', subject: 'x', type: 'trigger', creator: 'test' } as const;
    const mailing = (await findMailing(db, accountId, (await insertMailing(db, accountId, draft))!))!;
    const hourly = {
      type: 'MULTI',
      target: 'CONTACTFILTER',
      contact_filter_id: 1,
      interval: 'HOUR',
      minutes: 0,
    } as const;
    await putDispatching(db, mailing, readDispatching(hourly));
    const account = await findAccount(db, accountId);
    setClock(step);
    await planRun(db, account, mailing);
    const [seconds] = await secondsAway(db, 'job', 'due_at');
    expect(seconds).toBeGreaterThan(-10 * minute);
    expect(seconds).toBeLessThanOrEqual(60 * minute);
  });
});
