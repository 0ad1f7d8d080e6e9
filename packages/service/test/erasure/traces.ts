import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../../src/platform/database/schema.ts';

/** Every table in which a row holds the text, in whatever column and case, bytes included. */
export async function tablesWith(db: Db, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql<{ hits: number }>`
      select count(*) as hits from ${sql.table(name)} as line, lower(line::text) as whole(row_text)
      where position(${text} in row_text) > 0 or position(${Buffer.from(text).toString('hex')} in row_text) > 0`.execute(
      db,
    );
    if (rows[0]!.hits > 0) found.push(name);
  }
  return found.sort();
}

/** Every file below a directory that holds the text, in whatever case, also where a mail breaks its lines. */
export function filesWith(directory: string, text: string): string[] {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter(
      (path) =>
        path.includes(text) || readFileSync(path, 'latin1').replaceAll('=\r\n', '').toLowerCase().includes(text),
    );
}

/** Rows of every table that keeps what happened. */
export async function totals(db: Db): Promise<Record<string, number>> {
  const logs = ['click', 'contact_block', 'delivery', 'opening', 'reader', 'subscription', 'unsubscription'];
  const counts: Record<string, number> = {};
  for (const name of [...logs, 'unsubscription_reason', 'blacklist_entry', 'mailing_check']) {
    const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(name)}`.execute(db);
    counts[name] = rows[0]!.count;
  }
  return counts;
}
