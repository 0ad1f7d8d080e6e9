import { type Kysely, sql } from 'kysely';

/** Mailings, their properties, and the log of their state changes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mailing (
      account_id bigint not null references account on delete cascade,
      id bigint generated always as identity,
      name text not null,
      type text not null default 'regular' check (type in ('regular', 'trigger', 'doi')),
      state text not null default 'draft' check (state in (
        'draft', 'failed', 'queued', 'checks', 'blacklist', 'preparing', 'sending', 'canceled',
        'paused', 'done', 'archiving', 'archived', 'released', 'scheduled')),
      version integer not null default 1,
      creator_name text not null,
      subject text not null,
      preview_text text,
      sender text,
      sender_alias text,
      recipient_alias text,
      reply_to jsonb,
      html text,
      text_body text,
      target_group_id bigint,
      schedule_time timestamptz(3),
      tracking_strategy text not null default 'highest-permission',
      speed_level text not null default 'medium',
      locale text,
      tags text[] not null default '{}',
      editor_version text not null default 'v2',
      content_version integer not null default 1,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      primary key (account_id, id),
      unique (account_id, name),
      foreign key (account_id, target_group_id) references target_group on delete set null (target_group_id)
    )`.execute(db);
  await sql`create index mailing_by_state on mailing (account_id, state, id)`.execute(db);
  await sql`create index mailing_by_creator on mailing (account_id, creator_name)`.execute(db);
  await sql`create index mailing_by_type on mailing (account_id, type)`.execute(db);
  await sql`create index mailing_by_target_group on mailing (account_id, target_group_id)`.execute(db);

  await sql`
    create table mailing_property (
      account_id bigint not null,
      mailing_id bigint not null,
      key text not null,
      value text not null,
      primary key (account_id, mailing_id, key),
      foreign key (account_id, mailing_id) references mailing on delete cascade
    )`.execute(db);

  await sql`
    create table mailing_transition (
      account_id bigint not null,
      mailing_id bigint not null,
      id bigint generated always as identity,
      from_state text not null,
      to_state text not null,
      actor text not null,
      at timestamptz(3) not null default now(),
      reason text,
      primary key (account_id, mailing_id, id),
      foreign key (account_id, mailing_id) references mailing on delete cascade
    )`.execute(db);
}
