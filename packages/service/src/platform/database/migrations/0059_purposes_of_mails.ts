import { type Kysely, sql } from 'kysely';

/**
 * Recipients of every kind of mail: each has a purpose, and its batch a lane. A test mail may go to another address than its
 * contact's. The partial index finds test and approval mails, which are few, among those of a sendout.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create type mail_purpose as enum ('campaign', 'trigger', 'automation', 'opt-in', 'test', 'approval')`.execute(
    db,
  );
  await sql`
    alter table recipient
      add column purpose mail_purpose not null default 'campaign',
      add column address text`.execute(db);
  await sql`
    alter table recipient_batch
      add column purpose mail_purpose not null default 'campaign',
      add column priority smallint not null default 3`.execute(db);
  const purpose = sql`case when occasion like 'program:%' then 'automation' else 'trigger' end::mail_purpose`;
  await sql`update recipient set purpose = ${purpose} where occasion <> ''`.execute(db);
  await sql`
    update recipient_batch set purpose = ${purpose}, priority = case when occasion like 'run:%' then 2 else 1 end
    where occasion <> ''`.execute(db);
  await sql`drop index recipient_batch_due`.execute(db);
  await sql`create index recipient_batch_due on recipient_batch (priority, due_at)`.execute(db);
  await sql`
    create index recipient_trial on recipient (account_id, mailing_id, occasion)
    where purpose in ('test', 'approval')`.execute(db);
}
