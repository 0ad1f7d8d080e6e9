import { type Kysely, sql } from 'kysely';

/** Keys of operators for the administration interface, of the whole service. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table operator_key (
      id bigint generated always as identity primary key,
      prefix text not null,
      hash bytea not null unique,
      label text not null,
      rights text[] not null,
      networks text[] not null default '{}',
      created_at timestamptz(3) not null default now(),
      expires_at timestamptz(3),
      revoked_at timestamptz(3),
      last_used_at timestamptz(3)
    )`.execute(db);
}
