import { type Kysely, sql } from 'kysely';

/** Mails of double opt-in become recipients of their mailing; those that wait get a batch in place of their job. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into recipient (
      account_id, mailing_id, contact_id, occasion, purpose, state, reason, deferrals, first_tried_at, next_at)
    select mail.account_id, request.mailing_id, request.contact_id, 'opt-in:' || request.id, 'opt-in',
      case when mail.state <> 'waiting' then mail.state when job.attempts > 0 then 'deferred' else 'pending' end,
      mail.reason, coalesce(job.attempts, 0), case when job.attempts > 0 then request.requested_at end,
      case when mail.state = 'waiting' and job.state = 'waiting' then job.due_at end
    from opt_in_mail as mail
    join opt_in_request as request on request.account_id = mail.account_id and request.id = mail.request_id
    left join job on job.account_id = mail.account_id and job.kind = 'opt-in-mail' and job.key = mail.request_id::text
    where request.mailing_id is not null
    on conflict do nothing`.execute(db);
  await sql`
    insert into recipient_batch (account_id, mailing_id, occasion, purpose, priority, contact_ids, due_at)
    select account_id, mailing_id, occasion, purpose, 0, array[contact_id], coalesce(next_at, now())
    from recipient where purpose = 'opt-in' and state in ('pending', 'deferred')`.execute(db);
  await sql`delete from job where kind = 'opt-in-mail'`.execute(db);
  await sql`drop table opt_in_mail`.execute(db);
}
