import { type Kysely, sql } from 'kysely';

/** Small pictures of images, or why there is none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table media_image add column thumbnail bytea, add column thumbnail_fault text`.execute(db);
}
