import { type Kysely, sql } from 'kysely';

/**
 * Answers already given under an Idempotency-Key; `status` is null while the first request is still running.
 * Rows belong to an API key and with it to one account, and are cleaned up by age.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table idempotency_key (
      api_key_id bigint not null,
      key text not null,
      body_hash bytea not null,
      status integer,
      headers jsonb,
      body bytea,
      created_at timestamptz(3) not null default now(),
      primary key (api_key_id, key)
    )`.execute(db);
  await sql`create index idempotency_key_by_age on idempotency_key (created_at)`.execute(db);
}
