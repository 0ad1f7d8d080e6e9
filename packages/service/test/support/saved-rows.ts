import { sql } from 'kysely';
import type { Db } from '../../src/platform/database/schema.ts';

interface Column {
  table: string;
  columns: string;
}

/**
 * Keeps all rows and the positions of all sequences of a PostgreSQL server's database, in it.
 * @returns brings them back, whatever was written meanwhile
 */
export async function saveRows(db: Db): Promise<() => Promise<void>> {
  const { rows: tables } = await sql<Column>`
    select quote_ident(table_name) as table, string_agg(quote_ident(column_name), ', ') as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
    group by table_name`.execute(db);
  const { rows: sequences } = await sql<{ name: string; last: string | null }>`
    select quote_ident(sequencename) as name, last_value as last from pg_sequences where schemaname = 'public'`.execute(
    db,
  );
  const copies = tables.map(
    ({ table, columns }) => `create table saved.${table} as select ${columns} from public.${table};`,
  );
  await sql.raw(`create schema saved; ${copies.join('\n')}`).execute(db);
  const restore = [
    'set local session_replication_role = replica;',
    ...tables.map(({ table }) => `delete from public.${table};`),
    ...tables.map(
      ({ table, columns }) =>
        `insert into public.${table} (${columns}) overriding system value select ${columns} from saved.${table};`,
    ),
    ...sequences.map(({ name, last }) => `select setval('public.${name}', ${last ?? 1}, ${last !== null});`),
  ].join('\n');
  return async () => {
    await db.transaction().execute((transaction) => sql.raw(restore).execute(transaction));
  };
}
