import { type Kysely, sql } from 'kysely';

/** How work has ended that people start: told until somebody has seen it. Users choose which ends they get mails about. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table work_outcome (
      account_id bigint not null references account on delete cascade,
      id bigint generated always as identity,
      kind text not null,
      object_id bigint not null,
      started_by bigint,
      result text not null check (result in ('done', 'partly', 'failed')),
      reasons jsonb not null default '[]',
      counts jsonb not null default '{}',
      times integer not null default 1,
      ended_at timestamptz(3) not null default now(),
      seen_at timestamptz(3),
      primary key (account_id, id)
    )`.execute(db);
  await sql`
    create unique index work_outcome_unseen on work_outcome (account_id, kind, object_id) where seen_at is null`.execute(
    db,
  );
  await sql`create index work_outcome_latest on work_outcome (account_id, ended_at desc, id desc)`.execute(db);
  await sql`create index work_outcome_of_object on work_outcome (account_id, kind, object_id, id desc)`.execute(db);
  // Mailings that have failed need attention as before; nothing tells why in codes.
  await sql`
    insert into work_outcome (account_id, kind, object_id, result)
    select account_id, 'sendout', id, 'failed' from mailing where state = 'failed' and type = 'regular'`.execute(db);
  await sql`alter table account_user add column outcome_mails jsonb not null default '{}'`.execute(db);
  await sql`alter table contact_import add column started_by bigint`.execute(db);
  await sql`alter table mailing_check add column started_by bigint`.execute(db);
  await sql`alter table sign_up_form add column saved_by bigint`.execute(db);
  await sql`alter table automation_program add column saved_by bigint`.execute(db);
}
