import { type Kysely, sql } from 'kysely';

/** Sessions of the console. Signing out deletes one, so that a copy of its cookie is worth nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table console_session (
      account_id bigint not null references account on delete cascade,
      token_hash bytea not null,
      key_id bigint not null,
      expires_at timestamptz(3) not null,
      primary key (account_id, token_hash)
    )`.execute(db);
  await sql`create index console_session_by_end on console_session (expires_at)`.execute(db);
}
