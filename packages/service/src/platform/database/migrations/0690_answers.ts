import { type Kysely, sql } from 'kysely';

/**
 * Answers of contacts to mails: who gets them, and what each one was. Nothing of their texts is kept. When a contact is erased, its
 * rows stay without it, so that no count changes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account
      add column answers_to text,
      add column answers_unsubscribe boolean not null default false,
      add column answers_to_all boolean not null default false`.execute(db);
  await sql`
    create table answer (
      account_id bigint not null,
      id bigint generated always as identity,
      mailing_id bigint not null,
      contact_id bigint,
      occasion text collate "C" not null,
      at timestamptz(3) not null,
      kind text not null check (kind in ('human', 'unsubscribe', 'out_of_office', 'challenge', 'automatic')),
      forwarded boolean not null,
      fingerprint text collate "C" not null,
      primary key (account_id, id),
      unique (account_id, mailing_id, fingerprint),
      foreign key (account_id, mailing_id) references mailing on delete cascade,
      foreign key (account_id, contact_id) references contact on delete set null (contact_id)
    )`.execute(db);
  await sql`create index answer_by_time on answer (account_id, at, id)`.execute(db);
  await sql`create index answer_by_mailing on answer (account_id, mailing_id, at, id)`.execute(db);
  await sql`create index answer_by_contact on answer (account_id, contact_id, at)`.execute(db);
  await sql`
    alter table journal_entry
      drop constraint journal_entry_kind_check,
      add constraint journal_entry_kind_check check (
        kind in ('delivery', 'bounce', 'opening', 'click', 'conversion', 'unsubscription', 'answer', 'step'))`.execute(
    db,
  );
}
