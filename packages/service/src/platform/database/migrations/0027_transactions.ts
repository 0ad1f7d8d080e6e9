import { type Kysely, sql } from 'kysely';

/**
 * Transactions: what happened to contacts, with their types. When a contact is erased, its transactions stay as numbers
 * without contents.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table transaction_type (
      account_id bigint not null references account on delete cascade,
      id bigint generated always as identity,
      name text collate "C" not null,
      description text,
      archiving_days integer,
      store_only boolean not null default false,
      created_at timestamptz(3) not null default now(),
      primary key (account_id, id),
      unique (account_id, name)
    )`.execute(db);

  await sql`
    create table transaction_attribute (
      account_id bigint not null,
      type_id bigint not null,
      id bigint generated always as identity,
      name text collate "C" not null,
      type text not null check (type in (
        'string', 'double', 'float', 'integer', 'boolean', 'timestamp', 'date', 'json')),
      required boolean not null default false,
      description text,
      primary key (account_id, type_id, id),
      unique (account_id, type_id, name),
      foreign key (account_id, type_id) references transaction_type on delete cascade
    )`.execute(db);

  await sql`
    create table transaction (
      account_id bigint not null,
      id bigint generated always as identity,
      type_id bigint not null,
      contact_id bigint,
      key text collate "C" not null,
      content jsonb not null default '{}',
      at timestamptz(3) not null default now(),
      primary key (account_id, id),
      unique (account_id, key),
      foreign key (account_id, type_id) references transaction_type on delete cascade,
      foreign key (account_id, contact_id) references contact on delete set null (contact_id)
    )`.execute(db);
  await sql`create index transaction_by_type on transaction (account_id, type_id, at, id)`.execute(db);
  await sql`create index transaction_by_contact on transaction (account_id, contact_id)`.execute(db);

  await sql`
    create table transaction_attachment (
      account_id bigint not null,
      transaction_id bigint not null,
      position integer not null,
      filename text not null,
      mime_type text not null,
      content bytea not null,
      primary key (account_id, transaction_id, position),
      foreign key (account_id, transaction_id) references transaction on delete cascade
    )`.execute(db);
}
