import { type Kysely, sql } from 'kysely';

/**
 * Blacklists of accounts; a global one is kept by the account that owns it and counts for all. Entries are in their normal
 * form: `ada@example.org`, `*@example.org`, `ada@*`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table blacklist (
      account_id bigint not null references account on delete cascade,
      id bigint generated always as identity,
      name text not null,
      global boolean not null default false,
      created_at timestamptz(3) not null default now(),
      primary key (account_id, id),
      unique (account_id, name)
    )`.execute(db);
  await sql`create index blacklist_global on blacklist (account_id, id) where global`.execute(db);

  await sql`
    create table blacklist_entry (
      account_id bigint not null,
      blacklist_id bigint not null,
      entry text collate "C" not null,
      import_name text,
      created_at timestamptz(3) not null default now(),
      primary key (account_id, blacklist_id, entry),
      foreign key (account_id, blacklist_id) references blacklist on delete cascade
    )`.execute(db);
}
