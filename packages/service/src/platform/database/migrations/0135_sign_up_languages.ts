import { type Kysely, sql } from 'kysely';

/** Sign-up pages in Spanish and French. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sign_up_form drop constraint sign_up_form_language_check`.execute(db);
  await sql`alter table sign_up_form add constraint sign_up_form_language_check
    check (language in ('en', 'de', 'es', 'fr'))`.execute(db);
}
