import { type Kysely, sql } from 'kysely';

/** Keys that nobody holds are refused in the name of no account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table audit_entry drop constraint audit_entry_pkey`.execute(db);
  await sql`alter table audit_entry alter column account_id drop not null`.execute(db);
  await sql`create unique index audit_entry_by_number on audit_entry (account_id, id)`.execute(db);
}
