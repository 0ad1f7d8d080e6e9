import { type Kysely, sql } from 'kysely';

/** Webhooks for events of mails, and how far each has sent them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table webhook
      add column mail_event_types text[] not null default '{}',
      add column mail_event_mailings bigint[] not null default '{}',
      add column mail_event_batch smallint not null default 1`.execute(db);
  await sql`
    create table webhook_progress (
      account_id bigint not null,
      webhook_id bigint not null,
      round integer not null default 1,
      begins_at timestamptz(3) not null,
      position bigint,
      events integer,
      entry bigint,
      recorded_at timestamptz(3),
      read_at timestamptz(3),
      pending smallint,
      attempts integer not null default 0,
      status smallint,
      next_attempt_at timestamptz(3),
      gap boolean not null default false,
      primary key (account_id, webhook_id),
      foreign key (account_id, webhook_id) references webhook on delete cascade
    )`.execute(db);
}
