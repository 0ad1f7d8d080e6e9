import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/platform/database/open.ts';
import { emptyServerDatabase } from '../support/database.ts';
import { startPgBouncer } from '../support/pgbouncer.ts';

test('behind PgBouncer in transaction mode it works without prepared statements', async ({ skip }) => {
  const { config, remove } = await emptyServerDatabase();
  const pooler = await startPgBouncer(config.databaseUrl);
  if (typeof pooler === 'string') {
    console.warn(pooler);
    await remove();
    return skip(pooler);
  }
  const log: string[] = [];
  const options = { log: (line: string) => log.push(line) };
  const open = (preparedStatements: boolean) => openDatabase({ databaseUrl: pooler.url, preparedStatements }, options);
  /** More callers than the pooler has connections, so that each meets several of them. */
  const work = async ({ kysely }: Awaited<ReturnType<typeof open>>) => {
    const transact = (n: number) =>
      kysely.transaction().execute(async (trx) => {
        await sql`select pg_sleep(${n / 1000}::float8)`.execute(trx);
        await trx
          .insertInto('account')
          .values({ name: `n${n}`, domain: 'example.org' })
          .execute();
      });
    await Promise.all(Array.from({ length: 40 }, (_, n) => transact(n)));
  };

  const database = await open(false);
  await work(database);
  expect(await database.kysely.selectFrom('account').select('id').execute()).toHaveLength(40);
  expect((await sql`show time zone`.execute(database.kysely)).rows).toEqual([{ TimeZone: 'UTC' }]);
  expect(log).toEqual([]);

  const careless = await open(true);
  await expect(work(careless)).rejects.toThrow(/prepared statement "s\d+" /);
  for (const { close } of [database, careless]) await close();
  await pooler.stop();
  await remove();
});
