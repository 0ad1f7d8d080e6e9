import { type Kysely, sql } from 'kysely';

/** Sheets and formats of imports, and rows that are stored without their bad values. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table contact_import
      add column sheets text,
      add column sheet text,
      add column first_part integer not null default 0,
      add column formats text[],
      add column keep_rows boolean not null default false,
      add column incomplete integer not null default 0`.execute(db);
  await sql`alter table contact_import_fault add column bad_values text`.execute(db);
}
