import { type Kysely, sql } from 'kysely';

/** Whether somebody who may send has made a target group. Those that are there count as such: their tests go on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table target_group add column made_by_sender boolean not null default true`.execute(db);
}
