import { type Kysely, sql } from 'kysely';

/** The certificate of the service that is ordered by ACME, and how the last order has ended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ordered_certificate (
      id bigint primary key check (id = 1),
      directory text not null,
      names text[] not null,
      account_key bytea,
      certificate text,
      certificate_key bytea,
      due_at timestamptz(3) not null,
      proofs jsonb not null default '[]',
      failures integer not null default 0,
      attempted_at timestamptz(3),
      fault text,
      reason text,
      leased_until timestamptz(3)
    )`.execute(db);
}
