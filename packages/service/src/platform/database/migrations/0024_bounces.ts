import { type Kysely, sql } from 'kysely';

/**
 * Mails that came back. One notification of a server is one row, however often it comes: `fingerprint` tells it apart. When
 * a contact is erased, its rows stay without it, so that no count changes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table bounce (
      account_id bigint not null,
      id bigint generated always as identity,
      mailing_id bigint not null,
      contact_id bigint,
      occasion text collate "C" not null default '',
      at timestamptz(3) not null,
      type text not null check (type in ('permanent', 'transient')),
      status_code text collate "C" not null,
      source text not null check (source in ('mta-listener', 'reply')),
      fingerprint text collate "C" not null,
      primary key (account_id, id),
      unique (account_id, mailing_id, fingerprint),
      foreign key (account_id, mailing_id) references mailing on delete cascade,
      foreign key (account_id, contact_id) references contact on delete set null (contact_id)
    )`.execute(db);
  await sql`create index bounce_by_time on bounce (account_id, at, id)`.execute(db);
  await sql`create index bounce_by_mailing on bounce (account_id, mailing_id, at, id)`.execute(db);
  await sql`create index bounce_by_contact on bounce (account_id, contact_id, at)`.execute(db);
}
