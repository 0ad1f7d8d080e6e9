import { type Kysely, sql } from 'kysely';

/**
 * Openings and clicks go away with their readers, who go away with their mailing, as links do. Two more references of each
 * event said the same, and were checked for every one that was written down.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table opening drop constraint opening_account_id_mailing_id_fkey`.execute(db);
  await sql`
    alter table click
      drop constraint click_account_id_mailing_id_fkey,
      drop constraint click_account_id_link_id_fkey`.execute(db);
}
