import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../../src/platform/database/schema.ts';
import { disguisesOf } from './disguises.ts';

/** Every table in which a row holds the text, in whatever column and case, also in bytes and in files in base64. */
export async function tablesWith(db: Db, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql<{ hits: number }>`
      select count(*) as hits from ${sql.table(name)} as line, lower(line::text) as whole(row_text)
      where exists (select from unnest(${disguisesOf(text)}::text[]) as form where position(form in row_text) > 0)`.execute(
      db,
    );
    if (rows[0]!.hits > 0) found.push(name);
  }
  return found.sort();
}

/** Every file below a directory that holds the text, in whatever case, also in base64 and where a mail breaks its lines. */
export function filesWith(directory: string, text: string): string[] {
  const forms = disguisesOf(text);
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => {
      if (path.includes(text)) return true;
      const whole = readFileSync(path, 'latin1').replaceAll('=\r\n', '').replaceAll('\r\n', '').toLowerCase();
      return forms.some((form) => whole.includes(form));
    });
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
