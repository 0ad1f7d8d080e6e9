import { sql } from 'kysely';
import type { Database } from '../../platform/database/open.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { Task } from '../../platform/tasks/worker.ts';
import { dueScrub, settleScrub } from './store.ts';

/** Larger tables are not written anew, because everybody would wait for it: about ten seconds at this size. */
const largest = 256 * 1024 * 1024;

/**
 * Removes what the database keeps of rows that are gone, a day after an erasure at the latest: samples of values that the
 * planner took, and in the embedded database also free space in pages and the log. A server looks after these itself.
 */
export function scrubTask(kind: Database['kind']): Task {
  return {
    name: 'scrubbing of erased data',
    async run(db) {
      const now = await dueScrub(db);
      if (now === undefined) return false;
      for (const table of await tables(db)) {
        await (kind === 'embedded' ? sql`vacuum (full, analyze) ${table}` : sql`analyze ${table}`).execute(db);
      }
      if (kind === 'embedded') {
        await sql`vacuum full pg_statistic`.execute(db);
        await sql`select pg_switch_wal()`.execute(db);
        await sql`checkpoint`.execute(db);
      }
      await settleScrub(db, now);
      return true;
    },
  };
}

/** The service's own tables that hold or held something; one statement each lets others have their turn in between. */
async function tables(db: Db) {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_table_size(oid) < ${largest} and (
      pg_relation_size(oid) > 0
      or exists (select from pg_index where indrelid = pg_class.oid and pg_relation_size(indexrelid) > 8192))
    order by relname`.execute(db);
  return rows.map(({ name }) => sql.table(name));
}
