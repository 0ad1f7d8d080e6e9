import { type Kysely, sql } from 'kysely';

/**
 * Unsubscriptions with their reasons, and changes between allowed and blocked. When a contact is erased, its rows stay
 * without it, so that no count changes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account add column anonymise_unsubscribed boolean not null default false`.execute(db);

  await sql`
    create table unsubscription (
      account_id bigint not null references account on delete cascade,
      id bigint generated always as identity,
      contact_id bigint,
      mailing_id bigint,
      source text not null
        check (source in ('link', 'reply', 'other', 'list-unsubscribe-header', 'complaint')),
      at timestamptz(3) not null default now(),
      primary key (account_id, id),
      foreign key (account_id, contact_id) references contact on delete set null (contact_id),
      foreign key (account_id, mailing_id) references mailing on delete set null (mailing_id)
    )`.execute(db);
  await sql`create index unsubscription_by_contact on unsubscription (account_id, contact_id)`.execute(db);
  await sql`create index unsubscription_by_mailing on unsubscription (account_id, mailing_id)`.execute(db);
  await sql`create index unsubscription_by_time on unsubscription (account_id, at, id)`.execute(db);

  await sql`
    create table unsubscription_reason (
      account_id bigint not null,
      unsubscription_id bigint not null,
      id bigint generated always as identity,
      type text not null,
      message text,
      primary key (account_id, unsubscription_id, id),
      foreign key (account_id, unsubscription_id) references unsubscription on delete cascade
    )`.execute(db);

  await sql`
    create table contact_block (
      account_id bigint not null references account on delete cascade,
      id bigint generated always as identity,
      contact_id bigint,
      old_status text not null check (old_status in ('allowed', 'blocked')),
      new_status text not null check (new_status in ('allowed', 'blocked')),
      reason text not null check (reason in ('blacklist', 'bounce_policy')),
      at timestamptz(3) not null default now(),
      primary key (account_id, id),
      foreign key (account_id, contact_id) references contact on delete set null (contact_id)
    )`.execute(db);
  await sql`create index contact_block_by_contact on contact_block (account_id, contact_id)`.execute(db);
  await sql`create index contact_block_by_time on contact_block (account_id, at, id)`.execute(db);
  await sql`create index contact_blocked on contact (account_id, id) where blocked_at is not null`.execute(db);
}
