import { type Kysely, sql } from 'kysely';

/**
 * Test and approval mails become recipients of their mailing. Starts that have not ended go on with a batch in place of
 * their job; others are forgotten, for nobody waits for their answers any more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into recipient (account_id, mailing_id, contact_id, occasion, purpose, address, state, reason, first_tried_at)
    select mail.account_id, mail.mailing_id, coalesce(mail.contact_id, 0),
      concat_ws(':', started.purpose, mail.run, job.payload ->> 'contentVersion', job.payload ->> 'only'),
      started.purpose::mail_purpose, mail.email, case mail.state when 'waiting' then 'pending' else mail.state end,
      mail.reason, mail.settled_at
    from test_mail as mail
    join job on job.account_id = mail.account_id and job.kind = 'test-mails' and job.key = mail.run::text
    cross join lateral (
      select case job.payload ->> 'kind' when 'approval' then 'approval' else 'test' end as purpose) as started
    on conflict do nothing`.execute(db);
  await sql`
    insert into recipient_batch (account_id, mailing_id, occasion, purpose, priority, contact_ids)
    select account_id, mailing_id, occasion, purpose, 0, array_agg(contact_id order by contact_id)
    from recipient where purpose in ('test', 'approval') group by account_id, mailing_id, occasion, purpose`.execute(
    db,
  );
  await sql`delete from job where kind = 'test-mails'`.execute(db);
  await sql`drop table test_mail`.execute(db);
}
