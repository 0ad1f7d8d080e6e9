import { type Kysely, sql } from 'kysely';

/** The DKIM key of a relay, and the time since when only its present accounts and mailings use it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table relay
      add column dkim_key text collate "C",
      add column rules_changed_at timestamptz(3)`.execute(db);
}
