import { type Kysely, sql } from 'kysely';

/** Keys of the tokens in tracked addresses, and where in a mailing a link stands. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table tracking_key (
      account_id bigint not null references account on delete cascade,
      number integer not null check (number > 0),
      secret bytea not null,
      created_at timestamptz(3) not null default now(),
      primary key (account_id, number)
    )`.execute(db);
  await sql`
    alter table link
      add format text not null default 'html' check (format in ('html', 'text')),
      add position integer not null default 0,
      add label text not null default ''`.execute(db);
}
