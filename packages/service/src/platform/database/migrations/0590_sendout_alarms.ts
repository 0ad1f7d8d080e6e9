import { type Kysely, sql } from 'kysely';

/** Sendouts that warn or pause by themselves: what was found, and the limits of each account, in percent of the mails. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account
      add column complaint_warning float8 not null default 0.1,
      add column complaint_pause float8 not null default 0.3,
      add column bounce_warning float8 not null default 2,
      add column bounce_pause float8 not null default 5,
      add column block_warning float8 not null default 2,
      add column block_pause float8 not null default 5`.execute(db);
  await sql`
    create table sendout_alarm (
      account_id bigint not null,
      mailing_id bigint not null,
      cause text not null check (cause in ('complaints', 'bounces', 'blocks', 'refusals')),
      receiver text collate "C" not null,
      level text not null check (level in ('warned', 'paused')),
      events integer not null,
      mails integer not null,
      found_at timestamptz(3) not null default now(),
      primary key (account_id, mailing_id, cause, receiver),
      foreign key (account_id, mailing_id) references mailing on delete cascade
    )`.execute(db);
  await sql`
    alter table work_outcome
      drop constraint work_outcome_result_check,
      add constraint work_outcome_result_check check (result in ('done', 'partly', 'failed', 'paused'))`.execute(db);
}
