import { type Kysely, sql } from 'kysely';

/** Mails that a relay may have taken although it did not say so: each is repeated once only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table recipient add column uncertain smallint not null default 0`.execute(db);
}
