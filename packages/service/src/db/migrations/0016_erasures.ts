import { type Kysely, sql } from 'kysely';

/** Times at which contacts were erased, as long as there may be mails to them in the outbox. Nothing tells of whom. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table erasure (
      account_id bigint not null references account on delete cascade,
      id bigint generated always as identity,
      at timestamptz(3) not null default now(),
      swept boolean not null default false,
      primary key (account_id, id)
    )`.execute(db);
}
