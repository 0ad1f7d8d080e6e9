import { type Kysely, sql } from 'kysely';

/** The trace that a job continues, as a header `traceparent`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table job add column trace text`.execute(db);
}
