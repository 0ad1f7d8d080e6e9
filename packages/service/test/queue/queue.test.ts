import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { insertAccount } from '../../src/account/store.ts';
import type { Database } from '../../src/platform/database/open.ts';
import { cancelJob, enqueue, enqueueAll } from '../../src/platform/queue/enqueue.ts';
import type { JobHandler } from '../../src/platform/queue/job.ts';
import { type Queue, runDueJobs, runQueue } from '../../src/platform/queue/run-queue.ts';
import { claimJob, renewLease, voidLeases } from '../../src/platform/queue/store.ts';
import { databases } from '../support/database.ts';

const at = (seconds: number) => new Date(Date.UTC(2031, 0, 1) + seconds * 1000);
const quiet = () => {};

describe.each(databases())('the queue on $kind', ({ open }) => {
  let database: Database;
  let accountId: number;
  beforeAll(async () => {
    database = await open();
    accountId = await insertAccount(database.kysely, { name: 'one', domain: 'example.org' });
  });
  afterAll(() => database.close());
  beforeEach(() => database.kysely.deleteFrom('job').execute());

  /** A handler that notes the payloads it was given, and fails with those that name a failure. */
  const noting = (seen: unknown[]): JobHandler<{ name: string; failure?: string }> => ({
    kind: 'note',
    maxAttempts: 3,
    async run(_db, { name, failure }) {
      seen.push(name);
      if (failure) throw new Error(failure);
    },
  });
  const rows = () => database.kysely.selectFrom('job').selectAll().orderBy('id').execute();

  test('jobs run when they are due, the one due longest first, and are gone then', async () => {
    const seen: unknown[] = [];
    const handler = noting(seen);
    for (const [name, due] of [
      ['late', 30],
      ['first', 10],
      ['second', 20],
    ] as const)
      await enqueue(database.kysely, handler, { accountId, payload: { name }, dueAt: at(due) });
    expect(await runDueJobs(database.kysely, [handler], quiet, () => at(9))).toBe(0);
    expect(await runDueJobs(database.kysely, [handler], quiet, () => at(20))).toBe(2);
    expect(seen).toEqual(['first', 'second']);
    expect(await rows()).toMatchObject([{ payload: { name: 'late' } }]);
  });

  test('accounts take turns, and the job that is due longest is the first of its account', async () => {
    const other = await insertAccount(database.kysely, { name: 'other', domain: 'example.net' });
    const seen: unknown[] = [];
    const handler = noting(seen);
    for (const [account, name, due] of [
      [accountId, 'a1', 1],
      [accountId, 'a2', 2],
      [accountId, 'a3', 3],
      [other, 'b2', 6],
      [other, 'b1', 5],
    ] as const)
      await enqueue(database.kysely, handler, { accountId: account, payload: { name }, dueAt: at(due) });
    expect(await runDueJobs(database.kysely, [handler], quiet, () => at(10))).toBe(5);
    expect(seen).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
  });

  test('kinds of which an account runs enough are left to others', async () => {
    const other = await insertAccount(database.kysely, { name: 'third', domain: 'example.net' });
    const handler = noting([]);
    for (const [account, due] of [
      [accountId, 1],
      [other, 2],
    ] as const)
      await enqueue(database.kysely, handler, { accountId: account, payload: { name: 'x' }, dueAt: at(due) });
    const busy = [{ accountId, kind: 'note' }];
    const job = await claimJob(database.kysely, ['note'], crypto.randomUUID(), at(10), { served: [], busy });
    expect(job?.account_id).toBe(other);
  });

  test('what a rolled back transaction enqueued never runs', async () => {
    const handler = noting([]);
    const transaction = database.kysely.transaction().execute(async (tx) => {
      await enqueue(tx, handler, { accountId, payload: { name: 'never' }, dueAt: at(0) });
      throw new Error('rolled back');
    });
    await expect(transaction).rejects.toThrow('rolled back');
    expect(await rows()).toEqual([]);
  });

  test('a job with the key of a waiting one takes its place; it can be taken back', async () => {
    const seen: unknown[] = [];
    const handler = noting(seen);
    const put = (name: string, due: number) =>
      enqueue(database.kysely, handler, { accountId, key: 'k', payload: { name }, dueAt: at(due) });
    await put('old', 1);
    await put('new', 5);
    expect(await runDueJobs(database.kysely, [handler], quiet, () => at(4))).toBe(0);
    expect(await runDueJobs(database.kysely, [handler], quiet, () => at(5))).toBe(1);
    expect(seen).toEqual(['new']);
    await put('canceled', 6);
    await cancelJob(database.kysely, handler, accountId, 'k');
    expect(await rows()).toEqual([]);
  });

  test('a failing job is tried again after 10, then 20 seconds, and stays as dead letter after the last attempt', async () => {
    const seen: unknown[] = [];
    const log: string[] = [];
    const handler = noting(seen);
    await enqueue(database.kysely, handler, { accountId, payload: { name: 'x', failure: 'no luck' }, dueAt: at(0) });
    const ranAt = async (seconds: number) =>
      runDueJobs(
        database.kysely,
        [handler],
        (line) => log.push(line),
        () => at(seconds),
      );
    expect([await ranAt(0), await ranAt(9), await ranAt(10), await ranAt(29), await ranAt(30)]).toEqual([
      1, 0, 1, 0, 1,
    ]);
    expect(await rows()).toMatchObject([{ state: 'dead', error: 'no luck', attempts: 3 }]);
    expect(await ranAt(1_000_000)).toBe(0);
    expect(log).toHaveLength(3);
    expect(log[0]).toBe('Job "note" failed at attempt 1: no luck');
  });

  test('a job whose process is silent is taken over, and the first one has lost it', async () => {
    const handler = noting([]);
    await enqueue(database.kysely, handler, { accountId, payload: { name: 'x' }, dueAt: at(0) });
    const owner = () => crypto.randomUUID();
    const first = (await claimJob(database.kysely, ['note'], owner(), at(0)))!;
    expect(await claimJob(database.kysely, ['note'], owner(), at(29))).toBeUndefined();
    expect(await renewLease(database.kysely, first, at(29))).toBe(true);
    expect(await claimJob(database.kysely, ['note'], owner(), at(31))).toBeUndefined();
    const second = await claimJob(database.kysely, ['note'], owner(), at(60));
    expect(second).toMatchObject({ id: first.id, attempts: 2 });
    expect(await renewLease(database.kysely, first, at(60))).toBe(false);
  });

  test('leases of a process that is known to have ended are void at once', async () => {
    const seen: unknown[] = [];
    const handler = noting(seen);
    await enqueue(database.kysely, handler, { accountId, payload: { name: 'again' }, dueAt: at(0) });
    await claimJob(database.kysely, ['note'], crypto.randomUUID(), at(0));
    await voidLeases(database.kysely, at(1));
    expect(await runDueJobs(database.kysely, [handler], quiet, () => at(1))).toBe(1);
    expect(seen).toEqual(['again']);
  });

  test('a job whose process ends at each attempt does not run for ever', async () => {
    const seen: unknown[] = [];
    const handler = noting(seen);
    await enqueue(database.kysely, handler, { accountId, payload: { name: 'deadly' }, dueAt: at(0) });
    for (let attempt = 0; attempt < 3; attempt++) {
      await claimJob(database.kysely, ['note'], crypto.randomUUID(), at(0));
      await voidLeases(database.kysely, at(0));
    }
    await runDueJobs(database.kysely, [handler], quiet, () => at(0));
    expect(seen).toEqual([]);
    expect(await rows()).toMatchObject([{ state: 'dead', error: 'The process ended during each attempt.' }]);
  });

  test('effects in the transaction that completes a job happen once, whoever else has taken it over', async () => {
    const handler: JobHandler<object> = {
      kind: 'effect',
      async run(db, _payload, { complete }) {
        // Another process believes this one dead.
        await voidLeases(db, at(0));
        await claimJob(db, ['effect'], crypto.randomUUID(), at(1));
        await db.transaction().execute(async (tx) => {
          await tx.updateTable('account').set({ name: 'changed twice' }).where('id', '=', accountId).execute();
          await complete(tx);
        });
      },
    };
    await enqueue(database.kysely, handler, { accountId, payload: {}, dueAt: at(0) });
    await runDueJobs(database.kysely, [handler], quiet, () => at(0));
    const { name } = await database.kysely.selectFrom('account').select('name').executeTakeFirstOrThrow();
    expect(name).toBe('one');
    expect(await rows()).toMatchObject([{ state: 'running', attempts: 2 }]);
  });

  test.each([
    ['ahead', 3_600_000],
    ['behind', -3_600_000],
  ])(
    'a process whose clock is an hour %s runs, keeps and puts off jobs by the time of the database',
    async (_, step) => {
      const { kysely: db } = database;
      const seen: unknown[] = [];
      const handler = noting(seen);
      const secondsLeft = async () => {
        const { rows } = await sql<{ seconds: number }>`
        select extract(epoch from due_at - now())::float8 as seconds from job`.execute(db);
        return rows.map(({ seconds }) => Math.round(seconds));
      };
      const setClock = () => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + step });
      try {
        // One process writes it down, another one does it.
        setClock();
        await enqueue(db, handler, { accountId, payload: { name: 'now' } });
        vi.useRealTimers();
        expect(await runDueJobs(db, [handler], quiet)).toBe(1);
        setClock();
        await enqueueAll(db, handler, accountId, [{ key: 'one', payload: { name: 'one of many' } }]);
        vi.useRealTimers();
        expect(await runDueJobs(db, [noting([])], quiet)).toBe(1);
        await enqueue(db, handler, { accountId, payload: { name: 'later' }, dueIn: 1_000_000 });
        setClock();
        expect(await runDueJobs(db, [handler], quiet)).toBe(0);
        await db.deleteFrom('job').execute();
        // What a process has in hand is not taken from it.
        await enqueue(db, handler, { accountId, payload: { name: 'held' } });
        const held = (await claimJob(db, ['note'], crypto.randomUUID()))!;
        vi.useRealTimers();
        expect(await claimJob(db, ['note'], crypto.randomUUID())).toBeUndefined();
        setClock();
        expect(await claimJob(db, ['note'], crypto.randomUUID())).toBeUndefined();
        expect(await renewLease(db, held)).toBe(true);
        expect((await secondsLeft())[0]).toBeGreaterThan(20);
        expect((await secondsLeft())[0]).toBeLessThanOrEqual(30);
        await db.deleteFrom('job').execute();
        // And what failed waits as long as it is meant to.
        await enqueue(db, handler, { accountId, payload: { name: 'fails', failure: 'no luck' } });
        let shown = new Date(0);
        const telling = {
          ...handler,
          run: async (...given: Parameters<typeof handler.run>) => {
            shown = given[2].now();
            return handler.run(...given);
          },
        };
        expect(await runDueJobs(db, [telling], quiet)).toBe(1);
        const [left] = await secondsLeft();
        expect(left).toBeGreaterThan(0);
        expect(left).toBeLessThanOrEqual(10);
        vi.useRealTimers();
        expect(Math.abs(shown.getTime() - Date.now())).toBeLessThan(600_000);
      } finally {
        vi.useRealTimers();
      }
      expect(seen).toEqual(['now', 'fails']);
    },
  );

  describe('running', () => {
    let queue: Queue | undefined;
    afterAll(() => queue?.close());

    test('an account runs all but one of a kind that may run at a time, and closing gives back what was not finished', async () => {
      let most = 0;
      let now = 0;
      const handler: JobHandler<object> = {
        kind: 'long',
        concurrency: 3,
        run: (_db, _payload, { signal }) => {
          most = Math.max(most, ++now);
          return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
        },
      };
      for (let i = 0; i < 3; i++) await enqueue(database.kysely, handler, { accountId, payload: {} });
      queue = runQueue(database.kysely, [handler], quiet, { busy: 1_000_000, idle: 1_000_000 });
      await vi.waitFor(() => expect(now).toBe(2), 10_000);
      await queue.close();
      expect(most).toBe(2);
      expect((await rows()).map(({ state, attempts }) => [state, attempts])).toEqual([
        ['waiting', 0],
        ['waiting', 0],
        ['waiting', 0],
      ]);
    });

    test('a wake finds what was enqueued meanwhile', async () => {
      const seen: unknown[] = [];
      const handler = noting(seen);
      queue = runQueue(database.kysely, [handler], quiet, { busy: 1_000_000, idle: 1_000_000 });
      await enqueue(database.kysely, handler, { accountId, payload: { name: 'woken' } });
      await vi.waitFor(() => {
        queue!.wake();
        expect(seen).toEqual(['woken']);
      });
      await vi.waitFor(async () => expect(await rows()).toEqual([]), 10_000);
      await queue.close();
    });
  });
});
