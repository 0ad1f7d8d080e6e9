import { type Kysely, sql } from 'kysely';

/** The fields that contacts see and change on their profile page, in its order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table profile_field (
      account_id bigint not null references account on delete cascade,
      position smallint not null,
      standard_field text collate "C",
      custom_field_id bigint,
      primary key (account_id, position),
      foreign key (account_id, custom_field_id) references custom_field on delete cascade,
      check (num_nonnulls(standard_field, custom_field_id) = 1)
    )`.execute(db);
  await sql`
    create index profile_field_by_custom_field on profile_field (account_id, custom_field_id)`.execute(db);
}
