import { sql } from 'kysely';
import type { Db } from './schema.ts';

/** Settings of the server that explain how it behaves, and say nothing about people or machines. */
const telling = [
  'autovacuum',
  'checkpoint_timeout',
  'default_transaction_isolation',
  'fsync',
  'idle_in_transaction_session_timeout',
  'max_connections',
  'max_wal_size',
  'server_version',
  'shared_buffers',
  'statement_timeout',
  'synchronous_commit',
  'wal_level',
  'work_mem',
];

export interface DatabaseSizes {
  bytes: number;
  /** Rows as the server estimates them. */
  tables: {
    name: string;
    rows: number;
    deadRows: number;
    bytes: number;
    indexBytes: number;
    vacuumed: string | null;
  }[];
  /** Names of the migrations that have run, the latest last. */
  migrations: string[];
  settings: Record<string, string>;
}

/** Returns sizes of tables and settings of the server, but nothing that tables contain. */
export async function databaseSizes(db: Db): Promise<DatabaseSizes> {
  const { rows: total } = await sql<{ bytes: number }>`
    select pg_database_size(current_database())::int8 as bytes`.execute(db);
  const { rows: tables } = await sql<DatabaseSizes['tables'][number]>`
    select relname as name, n_live_tup as rows, n_dead_tup as "deadRows", pg_table_size(relid)::int8 as bytes,
      pg_indexes_size(relid)::int8 as "indexBytes", greatest(last_vacuum, last_autovacuum)::text as vacuumed
    from pg_stat_user_tables where schemaname = current_schema() order by relname`.execute(db);
  const { rows: migrations } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const { rows: settings } = await sql<{ name: string; setting: string; unit: string | null }>`
    select name, setting, unit from pg_settings where name = any(${telling}) order by name`.execute(db);
  return {
    bytes: total[0]!.bytes,
    tables,
    migrations: migrations.map(({ name }) => name),
    settings: Object.fromEntries(settings.map(({ name, setting, unit }) => [name, `${setting}${unit ?? ''}`])),
  };
}
