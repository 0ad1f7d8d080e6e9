import { type Kysely, sql } from 'kysely';

/** Images of mailings that the service keeps and shows to everybody who has their address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table media_image (
      account_id bigint not null references account on delete cascade,
      id bigint generated always as identity,
      hash bytea not null check (length(hash) = 32),
      token text collate "C" not null unique,
      mime_type text not null,
      bytes bytea not null,
      created_at timestamptz(3) not null default now(),
      primary key (account_id, id),
      unique (account_id, hash)
    )`.execute(db);
}
