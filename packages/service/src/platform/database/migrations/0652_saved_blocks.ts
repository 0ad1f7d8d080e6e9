import { type Kysely, sql } from 'kysely';

/** Blocks of mailings that were saved to be inserted elsewhere. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table saved_block (
      account_id bigint not null references account on delete cascade,
      id bigint generated always as identity,
      name text not null,
      mjml text not null,
      created_at timestamptz(3) not null default now(),
      primary key (account_id, id),
      unique (account_id, name)
    )`.execute(db);
}
