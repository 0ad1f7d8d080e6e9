import { type Kysely, sql } from 'kysely';

/** Contacts who were spared a newsletter, each once. The id stays as a number when the contact is erased. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table spared_contact (
      account_id bigint not null,
      id bigint generated always as identity,
      mailing_id bigint not null,
      contact_id bigint not null,
      reason text not null check (reason in ('pressure', 'frequency', 'responded')),
      at timestamptz(3) not null default now(),
      primary key (account_id, id),
      unique (account_id, mailing_id, contact_id),
      foreign key (account_id, mailing_id) references mailing on delete cascade
    )`.execute(db);
  await sql`create index spared_contact_by_time on spared_contact (account_id, at, id)`.execute(db);
}
