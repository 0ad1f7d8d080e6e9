import { PostgresDialect, sql } from 'kysely';
import { expect, test } from 'vitest';
import { openEmbedded } from '../../src/platform/database/embedded/open.ts';
import { guardedKysely } from '../../src/platform/database/guarded.ts';
import { temporaryDirectory } from '../support/data-directory.ts';

const logSinceCheckpoint =
  'select pg_current_wal_insert_lsn() - redo_lsn < 17 * 1024 * 1024 as short from pg_control_checkpoint()';
const never = 2 ** 31 - 1;

test('upkeep removes dead rows and keeps the log short, beside callers', async () => {
  const dataDir = temporaryDirectory();
  const log: string[] = [];
  const { pool, maintain } = await openEmbedded(dataDir, {
    log: (line) => log.push(line),
    maintenanceIntervalMillis: never,
  });
  const { kysely, close } = guardedKysely(new PostgresDialect({ pool }));
  const run = async <Row>(text: string) => (await sql.raw<Row>(text).execute(kysely)).rows;
  await run('create table t (n int8, filler text)');
  await run(`insert into t select n, repeat('x', 500) from generate_series(1, 20000) n`);
  await run('analyze t');

  for (let round = 0; round < 5; round++) {
    await run('update t set n = n + 1');
    const [, row] = await Promise.all([maintain(), run(`select count(*) as n from t`)]);
    expect(row).toEqual([{ n: 20_000 }]);
    expect(await run(logSinceCheckpoint)).toEqual([{ short: true }]);
    expect(await run(`select n_dead_tup as dead from pg_stat_user_tables where relname = 't'`)).toEqual([{ dead: 0 }]);
  }
  // Without VACUUM the table would have five dead copies of its rows by now.
  const [{ size }] = (await run<{ size: number }>(`select pg_relation_size('t') as size`)) as [{ size: number }];
  expect(size).toBeLessThan(30_000_000);
  expect(log).toEqual([]);
  await close();
});
