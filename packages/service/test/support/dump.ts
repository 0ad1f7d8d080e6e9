import { sql } from 'kysely';
import type { Database } from '../../src/platform/database/open.ts';

/** Logs of events, which GET of a public link may write to, and what the service writes beside requests. */
const logs = new Set([
  'opening',
  'click',
  'reader',
  'tracking_key',
  'api_key',
  'kysely_migration',
  'kysely_migration_lock',
]);

/** The content of all tables but the logs, to see that nothing has changed. */
export async function dump(db: Database['kysely']): Promise<string> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db);
  const parts: string[] = [];
  for (const { name } of tables.rows) {
    if (logs.has(name)) continue;
    const { rows } = await sql`select to_json(t)::text as row from ${sql.table(name)} t order by 1`.execute(db);
    parts.push(`${name}: ${JSON.stringify(rows)}`);
  }
  return parts.join('\n');
}
