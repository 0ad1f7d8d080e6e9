import { sql } from 'kysely';
import type { Db } from './schema.ts';

/** Which PostgreSQL it is, and by how many seconds its clock is ahead of the one of this machine. */
export async function databaseFacts(db: Db): Promise<{ version: string; secondsAhead: number }> {
  const asked = Date.now();
  const { rows } = await sql<{ version: string; at: Date }>`
    select current_setting('server_version') as version, clock_timestamp()::timestamptz(3) as at`.execute(db);
  const { version, at } = rows[0]!;
  const between = (asked + Date.now()) / 2;
  return { version, secondsAhead: (at.getTime() - between) / 1000 };
}
