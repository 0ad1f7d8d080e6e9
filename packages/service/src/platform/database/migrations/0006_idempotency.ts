import { type Kysely, sql } from 'kysely';

/**
 * Changes that were made under an Idempotency-Key, with their answers. A row is there only with its change: it is
 * written in the same transaction. Of long-running work it is there before: `running_until` is set then. `answer` is null
 * too where it could not be kept.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table idempotency_key (
      account_id bigint not null references account on delete cascade,
      api_key_id bigint not null,
      key_hash bytea not null,
      request_hash bytea not null,
      running_until timestamptz(3),
      answer jsonb,
      created_at timestamptz(3) not null default now(),
      primary key (account_id, api_key_id, key_hash)
    )`.execute(db);
  await sql`create index idempotency_key_by_age on idempotency_key (created_at)`.execute(db);
  await sql`
    create index idempotency_key_personal on idempotency_key (account_id)
    where jsonb_typeof(answer -> 'body') in ('object', 'array', 'string')`.execute(db);
}
