import { type Kysely, sql } from 'kysely';

/** Times at which contacts were erased, as long as there is something left to do for it. Nothing tells of whom. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table erasure (
      account_id bigint not null references account on delete cascade,
      id bigint generated always as identity,
      at timestamptz(3) not null default now(),
      sweeps smallint not null default 0 check (sweeps between 0 and 2),
      primary key (account_id, id)
    )`.execute(db);
}
