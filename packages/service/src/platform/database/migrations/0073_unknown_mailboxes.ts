import { type Kysely, sql } from 'kysely';

/**
 * An address whose mailbox is unknown blocks its contact at once, in existing accounts too; those that have chosen another
 * number of days for permanent bounces keep their choice.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account
      add column unknown_mailbox_days integer not null default 1 check (unknown_mailbox_days between 1 and 10)`.execute(
    db,
  );
  await sql`update account set unknown_mailbox_days = hard_bounce_days where hard_bounce_days <> 3`.execute(db);
}
