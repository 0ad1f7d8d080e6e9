import { type Kysely, sql } from 'kysely';

/** Users who stand for a mailing, and who has started or scheduled it; above how many recipients an account demands two. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account add column sign_off_above integer`.execute(db);
  await sql`
    create table mailing_sign_off (
      account_id bigint not null,
      mailing_id bigint not null,
      user_id bigint not null,
      content_version integer not null,
      audience text not null,
      signed_at timestamptz(3) not null default now(),
      primary key (account_id, mailing_id, user_id),
      foreign key (account_id, mailing_id) references mailing on delete cascade,
      foreign key (account_id, user_id) references account_user on delete cascade
    )`.execute(db);
  await sql`create index mailing_sign_off_by_user on mailing_sign_off (account_id, user_id)`.execute(db);
  await sql`alter table sendout add column started_by bigint`.execute(db);
  await sql`alter table mailing_schedule add column scheduled_by bigint`.execute(db);
}
