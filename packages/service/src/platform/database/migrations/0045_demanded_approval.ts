import { type Kysely, sql } from 'kysely';

/** Accounts whose regular mailings are only sent when they were approved. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account add column demands_approval boolean not null default false`.execute(db);
}
