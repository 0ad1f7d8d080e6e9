import { type Kysely, sql } from 'kysely';

/** Each outbox knows by itself after which erasures it was looked through; there may be several of one database. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table erasure drop column sweeps, add column scrubbed boolean not null default false`.execute(db);
}
