import { type Kysely, sql } from 'kysely';

/** Addresses that are marked as unsubscribed apart from contacts, and transactions by the id that their senders gave. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table unsubscription_mark (
      account_id bigint not null references account on delete cascade,
      address_hash bytea not null,
      marked boolean not null,
      at timestamptz(3) not null default now(),
      primary key (account_id, address_hash)
    )`.execute(db);
  await sql`
    create index transaction_by_own_id on transaction (account_id, type_id, (content ->> 'transaction_id'))
    where content ->> 'transaction_id' is not null`.execute(db);
}
