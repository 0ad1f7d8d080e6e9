import { sql } from 'kysely';
import type { Db, Schema } from './schema.ts';

/**
 * Has the planner learn of tables that have more than doubled since their rows were counted. Statements that were planned
 * when there were few rows go through the whole table each time, and autovacuum comes a minute later; so this belongs
 * behind whatever writes very many rows at once. Not in a transaction; a table that is being counted is left out.
 */
export async function learnSizes(db: Db, tables: readonly (keyof Schema)[]): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where oid = any(${tables}::regclass[])
      and pg_relation_size(oid) > 2 * greatest(relpages, 1) * current_setting('block_size')::int8`.execute(db);
  for (const { name } of rows) await sql`analyze (skip_locked) ${sql.table(name)}`.execute(db);
}
