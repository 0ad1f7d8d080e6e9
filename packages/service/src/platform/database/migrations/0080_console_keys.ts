import { type Kysely, sql } from 'kysely';

/** Keys of the console's sessions, sealed with the tokens in their cookies, and when each session was last used. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table console_session
      add column sealed_key bytea,
      add column seen_at timestamptz not null default now()`.execute(db);
}
