import { type Kysely, sql } from 'kysely';

/** Which mail of a mailing a delivery is, as it stands in the tokens of that mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table delivery add column number bigint`.execute(db);
}
