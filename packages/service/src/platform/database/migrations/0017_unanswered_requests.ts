import { type Kysely, sql } from 'kysely';

/** Finds the requests for double opt-in that nobody answered, by their age. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index opt_in_request_unanswered on opt_in_request (requested_at) where confirmed_at is null`.execute(db);
}
