import { renameSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { PostgresDialect, sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { openEmbedded } from '../../src/platform/database/embedded/open.ts';
import { guardedKysely } from '../../src/platform/database/guarded.ts';
import { openDatabase } from '../../src/platform/database/open.ts';
import { DatabaseUnavailableError } from '../../src/platform/database/unavailable.ts';
import { usedDirectory } from '../support/data-directory.ts';

const patience = { timeout: 60_000, interval: 100 };

/** The clock of the watchdog: a busy machine may let a sound database wait for longer than it may be silent here. */
const setClock = () => void vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
afterEach(() => void vi.useRealTimers());

/** Lets time pass until something has ended. */
async function passTimeUntil(end: Promise<unknown>): Promise<void> {
  let isOver = false;
  void end.catch(() => {}).then(() => (isOver = true));
  while (!isOver) await vi.advanceTimersByTimeAsync(50);
}

test('the event loop turns during a heavy query', async () => {
  const { kysely, close } = await openDatabase({ dataDir: await usedDirectory() });
  const heavy = sql`select count(*) from generate_series(1, 2000000)`.execute(kysely).then(() => 'query');
  expect(await Promise.race([heavy, delay(5, 'timer')])).toBe('timer');
  await heavy;
  await close();
});

test('the event loop turns between many small queries', async () => {
  const { kysely, close } = await openDatabase({ dataDir: await usedDirectory() });
  let turns = 0;
  let counting = true;
  const turn = () => {
    turns++;
    if (counting) setImmediate(turn);
  };
  turn();
  for (let n = 0; n < 200; n++) await sql`select ${n}::int8`.execute(kysely);
  counting = false;
  expect(turns).toBeGreaterThan(200);
  await close();
});

test('an engine that breaks is started again; what it had not done yet is undone', async () => {
  const dataDir = await usedDirectory();
  const log: string[] = [];
  const { kysely, close } = await openDatabase({ dataDir }, { log: (line) => log.push(line) });
  const insert = (db: typeof kysely, name: string) => db.insertInto('account').values({ name, domain: 'b' }).execute();
  await insert(kysely, 'before');
  renameSync(`${dataDir}/postgres/pg_wal`, `${dataDir}/elsewhere`);
  await sql`select pg_switch_wal()`.execute(kysely);

  const writing = kysely.transaction().execute((trx) => insert(trx, 'lost'));
  await expect(writing).rejects.toThrow(DatabaseUnavailableError);
  await vi.waitFor(() => expect(log.at(-1)).toMatch(/^The embedded database cannot be started: /), patience);
  await expect(insert(kysely, 'meanwhile')).rejects.toThrow('The database cannot be started at the moment.');

  renameSync(`${dataDir}/elsewhere`, `${dataDir}/postgres/pg_wal`);
  await vi.waitFor(() => insert(kysely, 'after'), patience);
  expect(await kysely.selectFrom('account').select('name').orderBy('id').execute()).toEqual([
    { name: 'before' },
    { name: 'after' },
  ]);
  expect(log[0]).toMatch(/^The embedded database stopped: could not create file "pg_wal.*Restarting it\.$/);
  await close();
});

test('a database that does not answer is started again', async () => {
  setClock();
  const log: string[] = [];
  const { pool } = await openEmbedded(await usedDirectory(), {
    log: (line) => log.push(line),
    maintenanceIntervalMillis: 2 ** 31 - 1,
    silenceMillis: 500,
  });
  const { kysely, close } = guardedKysely(new PostgresDialect({ pool }));
  const endless = sql`do $$ begin loop end loop; end $$`.execute(kysely);
  await passTimeUntil(endless);
  await expect(endless).rejects.toThrow(DatabaseUnavailableError);
  expect((await sql`select 1 as one`.execute(kysely)).rows).toEqual([{ one: 1 }]);
  expect(log).toEqual(['The embedded database stopped: it has not responded for 0.5 s. Restarting it.']);
  await close();
});

test('a process whose database thread cannot be ended ends, and says why', async () => {
  setClock();
  const log: string[] = [];
  const ended = Promise.withResolvers<void>();
  const { pool } = await openEmbedded(await usedDirectory(), {
    log: (line) => log.push(line),
    maintenanceIntervalMillis: 2 ** 31 - 1,
    silenceMillis: 500,
    endProcess: ended.resolve,
  });
  const { kysely, close } = guardedKysely(new PostgresDialect({ pool }));
  // As if it waited within a call of the operating system, which nobody can interrupt.
  const terminate = vi.spyOn(Worker.prototype, 'terminate').mockReturnValue(new Promise(() => {}));
  const endless = sql`do $$ begin loop end loop; end $$`.execute(kysely);
  await passTimeUntil(endless);
  await expect(endless).rejects.toThrow(DatabaseUnavailableError);
  await ended.promise;
  expect(log.at(-1)).toBe(
    'The embedded database does not respond, and its thread cannot be terminated: its disk may be gone. Exiting.',
  );
  const [worker] = terminate.mock.contexts as Worker[];
  terminate.mockRestore();
  await worker!.terminate();
  await sql`select 1`.execute(kysely);
  await close();
});
