import { type Kysely, sql } from 'kysely';

/** Finds the first due job of each account, because accounts take turns. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index job_by_account on job (account_id, due_at) where state <> 'dead'`.execute(db);
  await sql`drop index job_due`.execute(db);
}
