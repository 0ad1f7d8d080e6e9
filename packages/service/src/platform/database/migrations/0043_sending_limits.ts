import { type Kysely, sql } from 'kysely';

/** How many mails of an account may go out, to one domain or (with an empty name) to all, and what is left of that. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sending_limit (
      account_id bigint not null references account on delete cascade,
      domain text collate "C" not null,
      per_minute integer check (per_minute > 0),
      per_day integer check (per_day > 0),
      tokens double precision not null,
      filled_at timestamptz(3) not null,
      day text not null,
      sent_on_day integer not null default 0,
      primary key (account_id, domain),
      check (per_minute is not null or per_day is not null)
    )`.execute(db);
}
