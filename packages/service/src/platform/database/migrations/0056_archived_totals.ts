import { type Kysely, sql } from 'kysely';

/** What the events of a mailing came to that are not kept one by one any more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table archived_total (
      account_id bigint not null,
      mailing_id bigint not null,
      deliveries bigint not null default 0,
      openings bigint not null default 0,
      unique_openings bigint not null default 0,
      clicks bigint not null default 0,
      unique_clicks bigint not null default 0,
      bounces bigint not null default 0,
      permanent_bounces bigint not null default 0,
      primary key (account_id, mailing_id),
      foreign key (account_id, mailing_id) references mailing on delete cascade
    )`.execute(db);
}
