import { type Kysely, sql } from 'kysely';

/** Who changed what, when and from where. It names keys and things by their numbers, and networks instead of addresses. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_entry (
      account_id bigint not null references account on delete cascade,
      id bigint generated always as identity,
      at timestamptz(3) not null default now(),
      key_id bigint,
      action text not null,
      object text,
      network text,
      primary key (account_id, id)
    )`.execute(db);
  await sql`create index audit_entry_by_age on audit_entry (account_id, at)`.execute(db);
}
