import { type Kysely, sql } from 'kysely';

/** Files of contacts, their rows until they are stored, and the rows that could not be stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table contact_import (
      account_id bigint not null references account on delete cascade,
      id bigint generated always as identity,
      name text not null,
      state text not null check (state in ('uploaded', 'running', 'done')),
      kind text not null check (kind in ('csv', 'xlsx')),
      encoding text,
      separator text,
      columns text[] not null,
      skipped_rows integer not null,
      parts integer not null,
      parts_done integer not null default 0,
      rows integer not null,
      rows_done integer not null default 0,
      fields text[],
      permission smallint,
      by_external_id boolean not null default false,
      keep_existing boolean not null default false,
      created integer not null default 0,
      existing integer not null default 0,
      unsubscribed integer not null default 0,
      duplicates integer not null default 0,
      invalid integer not null default 0,
      created_at timestamptz(3) not null default now(),
      expires_at timestamptz(3) not null,
      primary key (account_id, id)
    )`.execute(db);
  await sql`create index contact_import_by_end on contact_import (expires_at)`.execute(db);
  await sql`
    create table contact_import_part (
      account_id bigint not null,
      import_id bigint not null,
      part integer not null,
      rows text not null,
      primary key (account_id, import_id, part),
      foreign key (account_id, import_id) references contact_import on delete cascade
    )`.execute(db);
  await sql`
    create table contact_import_fault (
      account_id bigint not null,
      import_id bigint not null,
      line integer not null,
      email_folded text,
      field text,
      fault text not null,
      cells text not null,
      primary key (account_id, import_id, line),
      foreign key (account_id, import_id) references contact_import on delete cascade
    )`.execute(db);
  await sql`
    create index contact_import_fault_by_email on contact_import_fault (account_id, email_folded)
    where email_folded is not null`.execute(db);
}
