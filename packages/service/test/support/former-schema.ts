import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { expect } from 'vitest';
import { migrations } from '../../src/platform/database/migrations/index.ts';
import type { Db } from '../../src/platform/database/schema.ts';
import { emptyServerDatabase } from './database.ts';

/** Something that migrations create. */
interface Part {
  kind: 'table' | 'column' | 'constraint' | 'index';
  table: string;
  name: string;
}

type Database = Db | Kysely<unknown>;

/** Constraints that are not-null are left out: not every version of PostgreSQL lists them, and to set them again does no harm. */
async function partsOf(db: Database): Promise<Part[]> {
  const own = sql`relnamespace = 'public'::regnamespace and relkind = 'r'`;
  const { rows } = await sql<Part>`
    select 'table' as kind, relname::text as "table", relname::text as name from pg_class where ${own}
    union all
    select 'column', relname, attname from pg_attribute join pg_class on pg_class.oid = attrelid
    where ${own} and attnum > 0 and not attisdropped
    union all
    select 'constraint', relname, conname from pg_constraint join pg_class on pg_class.oid = conrelid
    where ${own} and contype in ('c', 'f', 'p', 'u')
    union all
    select 'index', relname, indexrelid::regclass::text from pg_index join pg_class on pg_class.oid = indrelid
    where ${own} and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))`.execute(
    db,
  );
  return rows;
}

const namesOf = (parts: readonly Part[]) => parts.map(({ kind, table, name }) => `${kind} ${table}.${name}`).sort();

/** The parts of a database that was migrated up to a migration. */
async function partsAfter(migration: string): Promise<Part[]> {
  const { config, remove } = await emptyServerDatabase();
  const pool = new pg.Pool({ connectionString: config.databaseUrl, max: 1 });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateTo(migration);
  if (error !== undefined) throw error;
  const parts = await partsOf(db);
  await db.destroy();
  await remove();
  return parts;
}

/** Takes everything from a database, with its rows, that later migrations than this one have created. */
export async function takeBack(db: Db, migration: string): Promise<void> {
  const former = await partsAfter(migration);
  const names = new Set(namesOf(former));
  for (const kind of ['table', 'column', 'constraint', 'index'] as const) {
    // What is dropped takes others with it, so that the rest is read again.
    for (const { table, name } of (await partsOf(db)).filter(
      (part) => part.kind === kind && !names.has(namesOf([part])[0]!),
    )) {
      const what = sql.raw(kind);
      await (kind === 'table' || kind === 'index'
        ? sql`drop ${what} if exists ${sql.id(name)} cascade`
        : sql`alter table ${sql.id(table)} drop ${what} if exists ${sql.id(name)} cascade`
      ).execute(db);
    }
  }
  await sql`delete from kysely_migration where name > ${migration}`.execute(db);
  expect(namesOf(await partsOf(db))).toEqual([...names]);
}
