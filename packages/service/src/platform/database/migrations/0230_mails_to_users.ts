import { type Kysely, sql } from 'kysely';

/** Mails to people who work with an account follow no rules for its contacts. A tag cannot say so: programs choose tags. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table transactional_mail add column to_user boolean not null default false`.execute(db);
}
