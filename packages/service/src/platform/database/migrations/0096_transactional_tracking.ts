import { type Kysely, sql } from 'kysely';

/** What is tracked of transactional mails; nothing of those that exist. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table transactional_content
      add column track_opens boolean not null default false,
      add column track_clicks boolean not null default false,
      add column track_unsubscriptions boolean not null default false`.execute(db);
}
