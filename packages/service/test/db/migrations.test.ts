import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { migrate } from '../../src/platform/database/migrate.ts';
import { migrations } from '../../src/platform/database/migrations/index.ts';
import { openDatabase } from '../../src/platform/database/open.ts';
import { databases, emptyServerDatabase } from '../support/database.ts';

const executed = sql<{ name: string }>`select name from kysely_migration order by name`;
const names = Object.keys(migrations).map((name) => ({ name }));

describe.each(databases())('migrations on $kind', ({ open }) => {
  test('all are done once, however often they run', async () => {
    const { kysely } = await open();
    await migrate(kysely);
    await Promise.all([migrate(kysely), migrate(kysely), migrate(kysely)]);
    expect((await executed.execute(kysely)).rows).toEqual(names);
  });

  test('accounts that had chosen when permanent bounces block keep their choice for unknown mailboxes', async () => {
    const { kysely } = await open();
    await kysely
      .insertInto('account')
      .values([3, 1, 5].map((hard_bounce_days) => ({ name: 'Shop', domain: 'news.example.com', hard_bounce_days })))
      .execute();
    await sql`alter table account drop column unknown_mailbox_days`.execute(kysely);
    await migrations['0073_unknown_mailboxes']!.up(kysely);
    const rows = await kysely.selectFrom('account').select('unknown_mailbox_days as days').orderBy('id').execute();
    expect(rows.map(({ days }) => days)).toEqual([1, 1, 5]);
  });
});

test('several processes may start on an empty server at once', async () => {
  const { config, remove } = await emptyServerDatabase();
  const opened = await Promise.all([1, 2, 3, 4].map(() => openDatabase(config)));
  expect((await executed.execute(opened[0]!.kysely)).rows).toEqual(names);
  await Promise.all(opened.map(({ close }) => close()));
  await remove();
});

test('a migration that fails leaves nothing of the others, and is named', async () => {
  const { config, remove } = await emptyServerDatabase();
  const client = new pg.Client(config.databaseUrl);
  await client.connect();
  await client.query('create table target_group (in_the_way int)');
  await expect(openDatabase(config)).rejects.toThrow(
    'The database could not be migrated (migration 0003_audiences): relation "target_group" already exists',
  );
  const { rows } = await client.query(`select tablename from pg_tables where schemaname = 'public' order by tablename`);
  expect(rows.map(({ tablename }) => tablename)).not.toContain('account');
  await client.end();
  await remove();
});
