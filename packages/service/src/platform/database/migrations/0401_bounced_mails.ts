import { type Kysely, sql } from 'kysely';

/** Mails that bounced, each once, among the totals of events that are not kept. Of older ones, only permanent bounces are known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table archived_total add column bounced_mails bigint not null default 0`.execute(db);
  await sql`update archived_total set bounced_mails = permanent_bounces`.execute(db);
}
