import { type Kysely, sql } from 'kysely';

/** Finds the contacts of the suppression list by their addresses; most contacts are not among them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index contact_suppressed on contact (account_id, (email_folded collate "C"))
    where email_folded is not null and (unsubscribed_at is not null or block_reason = 'bounce_policy')`.execute(db);
}
