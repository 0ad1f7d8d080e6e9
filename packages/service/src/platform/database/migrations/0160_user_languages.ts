import { type Kysely, sql } from 'kysely';

/** Language of mails to users. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account_user add column language text not null default 'en'
    check (language in ('en', 'de', 'es', 'fr'))`.execute(db);
}
