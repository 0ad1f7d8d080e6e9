import { type Kysely, sql } from 'kysely';

/** Runs of trigger mailings that are sent when a feed has new items: what a run has to show, and which items were shown. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table trigger_run add column feed_items jsonb, add column fault text`.execute(db);
  await sql`
    create table trigger_feed_item (
      account_id bigint not null,
      mailing_id bigint not null,
      key text collate "C" not null,
      seen_at timestamptz(3) not null,
      primary key (account_id, mailing_id, key),
      foreign key (account_id, mailing_id) references mailing on delete cascade
    )`.execute(db);
}
