import { type Kysely, sql } from 'kysely';

/** Accounts end, and keys may be bound to networks; without any, a key is good everywhere. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account add column closed_at timestamptz(3)`.execute(db);
  await sql`alter table api_key add column networks text[] not null default '{}'`.execute(db);
}
