import { writeFileSync } from 'node:fs';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';

/**
 * Runs as a test inside of a clone of commit 44cf689, where make-fixture.ts puts it: fills a database by the service and
 * the test helpers of that commit, and writes it as SQL. What it imports is not here any more.
 */
const old = (path: string) => import(/* @vite-ignore */ new URL(`../../${path}`, import.meta.url).href);

const rowsOf = async (db: Kysely<never>, table: string): Promise<string[]> => {
  const { rows } = await sql<{ row: string }>`
    select to_jsonb(t)::text as row from ${sql.table(table)} as t order by 1`.execute(db);
  return rows.map(({ row }) => row);
};

test('the fixture', { timeout: 300_000 }, async () => {
  const { databases, emptyServerDatabase } = await old('test/support/database.ts');
  databases();
  const { config } = await emptyServerDatabase();
  const schema = await recordMigrations(config.databaseUrl);

  const { openDatabase } = await old('src/db/open.ts');
  const { startTestService } = await old('test/support/service.ts');
  const service = await startTestService(await openDatabase(config));
  const { live } = await old('test/erasure/life.ts');
  const { fillAccount } = await old('test/isolation/belongings.ts');
  await live(service, 'zacharias');
  await fillAccount(service);
  await fillTheRest(service);
  const { db, key } = service;

  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' order by 1`.execute(db);
  const identities = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and is_identity = 'YES' order by 1`.execute(db);
  const lines = [
    '-- A database of commit 44cf689 with rows in every table, made by make-fixture.ts.',
    `-- API key: ${key}`,
    ...schema,
    '-- Rows stand in no order that foreign keys would allow.',
    'set session_replication_role = replica',
  ];
  const empty: string[] = [];
  for (const { name } of tables.rows) {
    const rows = await rowsOf(db, name);
    if (rows.length === 0) empty.push(name);
    for (const row of rows) {
      lines.push(
        `insert into ${name} overriding system value select * from jsonb_populate_record(null::${name}, ${literal(row)})`,
      );
    }
  }
  expect(empty).toEqual([]);
  for (const { table, column } of identities.rows) {
    lines.push(`select setval(pg_get_serial_sequence('${table}', '${column}'), (select max(${column}) from ${table}))`);
  }
  lines.push('set session_replication_role = origin');
  writeFileSync(
    'fixture.sql',
    lines
      .map((line) => (line.startsWith('--') ? line : `${line};`))
      .join('\n')
      .concat('\n'),
  );
  await service.close();
});

/** The statements by which the migrations of this commit make the tables. */
async function recordMigrations(connectionString: string): Promise<string[]> {
  const { migrate } = await old('src/db/migrate.ts');
  const statements: string[] = [];
  const kysely = new Kysely({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString }) }),
    log: ({ query }) => {
      statements.push(query.sql);
    },
  });
  await migrate(kysely);
  await kysely.destroy();
  return statements.map((statement) => statement.trim()).filter((statement) => /^(create|alter) /i.test(statement));
}

/** What neither of the helpers leaves behind: a filter on who got a mailing, and an erasure of a contact. */
async function fillTheRest({ db, accountId }: { db: Kysely<never>; accountId: number }): Promise<void> {
  await sql`
    insert into contact_filter_mailing (account_id, filter_id, mailing_id)
    select ${accountId}, min(contact_filter.id), min(mailing.id) from contact_filter, mailing`.execute(db);
  await sql`insert into erasure (account_id) values (${accountId})`.execute(db);
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
