import { type Kysely, sql } from 'kysely';

/**
 * Makes it quicker to fix the recipients of a sendout. They are found by mailing and contact alone, without a second index;
 * and have no foreign key, which is checked row by row. And an expression for all domains below another is found at once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table recipient
      drop constraint recipient_pkey,
      drop constraint recipient_account_id_mailing_id_fkey,
      drop constraint recipient_account_id_mailing_id_contact_id_occasion_key,
      add primary key (account_id, mailing_id, contact_id, occasion)`.execute(db);
  await sql`
    create index mailing_blacklist_expression_below on mailing_blacklist_expression (account_id, mailing_blacklist_id)
      where expression like '%@*.%'`.execute(db);
}
