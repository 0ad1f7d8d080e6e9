import { type Kysely, sql } from 'kysely';

/** Mails of double opt-in are sent by jobs of the queue, not by leases of their own; those that wait get a job. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index opt_in_mail_due`.execute(db);
  await sql`update opt_in_mail set state = 'waiting' where state = 'claimed'`.execute(db);
  await sql`
    insert into job (account_id, kind, key, payload, due_at)
    select account_id, 'opt-in-mail', request_id, jsonb_build_object('requestId', request_id), due_at
    from opt_in_mail where state = 'waiting'`.execute(db);
  await sql`
    alter table opt_in_mail
      drop column attempts,
      drop column due_at,
      drop constraint opt_in_mail_state_check,
      add constraint opt_in_mail_state_check check (state in ('waiting', 'sent', 'failed', 'skipped'))`.execute(db);
}
