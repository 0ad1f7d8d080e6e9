import { type Kysely, sql } from 'kysely';

/** Ids of the keys that secrets in the database are encrypted with. The keys themselves are never stored there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table secret_key (
      number bigint generated always as identity primary key,
      id text not null unique,
      created_at timestamptz(3) not null default now()
    )`.execute(db);
}
