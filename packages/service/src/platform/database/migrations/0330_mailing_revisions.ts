import { type Kysely, sql } from 'kysely';

/**
 * Contents of mailings as they were saved, and what people have typed and not saved: one row for each person and mailing, of
 * a user or of a key.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mailing_revision (
      account_id bigint not null,
      id bigint generated always as identity,
      mailing_id bigint not null,
      kind text not null check (kind in ('saved', 'restored', 'found', 'autosaved')),
      author text,
      user_id bigint,
      key_id bigint,
      subject text not null,
      parts jsonb not null,
      hash bytea not null,
      bytes bigint not null,
      seen_version text,
      created_at timestamptz(3) not null default now(),
      primary key (account_id, id),
      foreign key (account_id, mailing_id) references mailing on delete cascade
    )`.execute(db);
  await sql`
    create index mailing_revision_by_mailing on mailing_revision (account_id, mailing_id, id)`.execute(db);
  await sql`
    create index mailing_revision_by_age on mailing_revision (account_id, id) include (bytes)`.execute(db);
}
