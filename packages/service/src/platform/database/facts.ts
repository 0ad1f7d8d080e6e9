import { sql } from 'kysely';
import { isReadOnly } from './ping.ts';
import type { Db } from './schema.ts';

/** Which PostgreSQL it is, by how many seconds its clock is ahead of the one of this machine, and whether it takes no changes. */
export async function databaseFacts(db: Db): Promise<{ version: string; secondsAhead: number; readOnly: boolean }> {
  const asked = Date.now();
  const { rows } = await sql<{ version: string; at: Date }>`
    select current_setting('server_version') as version, clock_timestamp()::timestamptz(3) as at`.execute(db);
  const { version, at } = rows[0]!;
  const between = (asked + Date.now()) / 2;
  return { version, secondsAhead: (at.getTime() - between) / 1000, readOnly: await isReadOnly(db) };
}
