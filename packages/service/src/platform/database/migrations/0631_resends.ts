import { type Kysely, sql } from 'kysely';

/** Mailings that send another one again, to those who did not respond; each is sent again once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table mailing
      add column resend_of bigint,
      add constraint mailing_resend_of_fkey foreign key (account_id, resend_of) references mailing
        on delete set null (resend_of)`.execute(db);
  await sql`create unique index mailing_resend on mailing (account_id, resend_of) where resend_of is not null`.execute(
    db,
  );
}
