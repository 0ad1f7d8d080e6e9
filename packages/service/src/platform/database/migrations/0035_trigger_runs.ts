import { type Kysely, sql } from 'kysely';

/** Runs of trigger mailings that are sent at intervals: each planned instant is run once, or dropped. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table trigger_run (
      account_id bigint not null,
      mailing_id bigint not null,
      planned_at timestamptz(3) not null,
      run_at timestamptz(3) not null,
      recipients bigint,
      primary key (account_id, mailing_id, planned_at),
      foreign key (account_id, mailing_id) references mailing on delete cascade
    )`.execute(db);
}
