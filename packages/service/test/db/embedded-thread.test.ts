import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/platform/database/open.ts';
import { temporaryDirectory } from '../support/data-directory.ts';

test('the event loop turns during a heavy query', async () => {
  const { kysely, close } = await openDatabase({ dataDir: temporaryDirectory() });
  const heavy = sql`select count(*) from generate_series(1, 2000000)`.execute(kysely).then(() => 'query');
  expect(await Promise.race([heavy, delay(5, 'timer')])).toBe('timer');
  await heavy;
  await close();
});

test('the event loop turns between many small queries', async () => {
  const { kysely, close } = await openDatabase({ dataDir: temporaryDirectory() });
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

test('an engine that breaks ends every call with the reason, says so in the log, and can be closed', async () => {
  const dataDir = temporaryDirectory();
  const log: string[] = [];
  const { kysely, close } = await openDatabase({ dataDir }, { log: (line) => log.push(line) });
  rmSync(`${dataDir}/postgres/pg_wal`, { recursive: true });
  await sql`select pg_switch_wal()`.execute(kysely);

  const insert = () => kysely.insertInto('account').values({ name: 'a', domain: 'b' }).execute();
  const message = /^The embedded database stopped: could not create file "pg_wal/;
  for (const call of [insert(), insert()]) await expect(call).rejects.toThrow(message);
  await expect(kysely.transaction().execute(async () => {})).rejects.toThrow(message);
  expect(log).toEqual([expect.stringMatching(message)]);
  await close();
});
