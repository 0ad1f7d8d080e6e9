import { type Kysely, sql } from 'kysely';

/** Accounts that demand a second factor of their users, and sessions that were opened by way of the provider of identities. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account add column demands_second_factor boolean not null default false`.execute(db);
  await sql`alter table api_key add column by_provider boolean not null default false`.execute(db);
}
