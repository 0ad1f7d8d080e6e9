import { type Kysely, sql } from 'kysely';

/** Messages that programs submit by SMTP and that are passed on as they came. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table transactional_content add column message json`.execute(db);
}
