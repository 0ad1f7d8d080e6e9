import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { databases } from '../support/database.ts';

describe.each(databases())('a fresh $kind database', ({ kind, open }) => {
  test('has its tables, no rows, and one clock', async () => {
    const database = await open();
    expect(database.kind).toBe(kind);
    expect(await database.kysely.selectFrom('account').selectAll().execute()).toEqual([]);
    expect((await sql`show time zone`.execute(database.kysely)).rows).toEqual([{ TimeZone: 'UTC' }]);
  });

  test('orders text by code point', async () => {
    const { kysely } = await open();
    const { rows } = await sql<{
      t: string;
    }>`select t from unnest(array['b', 'ä', 'B', '_', 'a']) t order by t`.execute(kysely);
    expect(rows.map(({ t }) => t)).toEqual(['B', '_', 'a', 'b', 'ä']);
  });

  test('is closed once, however often it is asked, and then refuses queries', async () => {
    const { kysely, close } = await open();
    await Promise.all([close(), close()]);
    await close();
    await expect(kysely.selectFrom('account').selectAll().execute()).rejects.toThrow('The database is closed.');
  });

  test('waits for what runs when it is closed', async () => {
    const { kysely, close } = await open();
    const running = sql<{ n: number }>`select count(*) as n from generate_series(1, 300000)`.execute(kysely);
    const transaction = kysely.transaction().execute(async (trx) => {
      await new Promise(setImmediate);
      return trx.selectFrom('account').selectAll().execute();
    });
    const closing = close();
    expect((await running).rows).toEqual([{ n: 300_000 }]);
    expect(await transaction).toEqual([]);
    await closing;
  });
});
