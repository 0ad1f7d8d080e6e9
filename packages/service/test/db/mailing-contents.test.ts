import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { expect, test } from 'vitest';
import { migrations } from '../../src/platform/database/migrations/index.ts';
import { emptyServerDatabase } from '../support/database.ts';

test('an upgrade moves every content of every mailing, folds texts, and gives each its own tokens', async () => {
  const { config, remove } = await emptyServerDatabase();
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: config.databaseUrl, max: 1 }) }),
  });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  expect((await migrator.migrateTo('0017_unanswered_requests')).error).toBeUndefined();
  await sql`insert into account (name, domain) values ('one', 'example.org'), ('two', 'example.com')`.execute(db);
  await sql`
    insert into mailing (account_id, name, creator_name, subject, sender, html, text_body, state)
    select 1 + n % 2, 'Émile ' || n, 'J.Doe', 'SUBJECT ' || n, n || '@example.com', '<p>' || n, 'text ' || n, 'done'
    from generate_series(1, 4500) as n`.execute(db);
  expect((await migrator.migrateToLatest()).error).toBeUndefined();
  const moved = await sql`
    select count(*)::int4 as mailings, count(distinct archive_token)::int4 as archives,
      count(distinct report_token)::int4 as reports, count(distinct name_folded)::int4 as names
    from mailing join mailing_content as content on content.account_id = mailing.account_id and mailing_id = mailing.id
    where name_folded = ${'e\u0301mile '} || substr(name, 7) and creator_folded = 'j.doe'
      and subject = 'SUBJECT ' || substr(name, 7) and subject_folded = lower(subject)
      and sender = substr(name, 7) || '@example.com' and html = '<p>' || substr(name, 7)
      and text_body = 'text ' || substr(name, 7)`.execute(db);
  expect(moved.rows).toEqual([{ mailings: 4500, archives: 4500, reports: 4500, names: 4500 }]);
  await db.destroy();
  await remove();
});
