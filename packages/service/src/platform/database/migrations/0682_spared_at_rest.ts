import { type Kysely, sql } from 'kysely';

/** Contacts are spared a newsletter, too, because they rest. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table spared_contact
      drop constraint spared_contact_reason_check,
      add constraint spared_contact_reason_check check (reason in ('pressure', 'frequency', 'responded', 'resting'))`.execute(
    db,
  );
}
