import { type Kysely, sql } from 'kysely';

/** A check runs as long as its job or its mails are queued; a heartbeat beside their leases could only contradict them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mailing_check drop column alive_at`.execute(db);
}
