import { type Kysely, sql } from 'kysely';

/** How much an account may keep, where it is not what all accounts may. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account add column quotas jsonb not null default '{}'`.execute(db);
}
