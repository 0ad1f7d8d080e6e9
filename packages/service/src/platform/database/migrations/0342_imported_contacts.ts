import { type Kysely, sql } from 'kysely';

/** Names of images; tags and contacts of imports. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table media_image add column name text`.execute(db);
  await sql`alter table contact_import add column tag text`.execute(db);
  await sql`
    create table imported_contact (
      account_id bigint not null,
      import_id bigint not null,
      contact_id bigint not null,
      primary key (account_id, import_id, contact_id),
      foreign key (account_id, import_id) references contact_import on delete cascade,
      foreign key (account_id, contact_id) references contact on delete cascade
    )`.execute(db);
  await sql`create index imported_contact_by_contact on imported_contact (account_id, contact_id)`.execute(db);
}
