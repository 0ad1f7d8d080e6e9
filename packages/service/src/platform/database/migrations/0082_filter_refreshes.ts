import { type Kysely, sql } from 'kysely';

/**
 * Whether a contact filter is refreshed in the background stands in the queue alone: columns that repeated it kept a filter
 * "updating" for ever when its job was given up.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index contact_filter_queued`.execute(db);
  await sql`alter table contact_filter drop column refresh_queued_at, drop column refreshing_until`.execute(db);
  await sql`create index job_running on job (account_id, kind) where state = 'running'`.execute(db);
}
