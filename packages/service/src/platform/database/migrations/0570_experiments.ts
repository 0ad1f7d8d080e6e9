import { type Kysely, sql } from 'kysely';

/**
 * Experiments with the variants of a mailing, and which contact belongs to which part of an experiment: variants from 0 on, -1
 * for those who get nothing. Conversions that no mailing led to are kept for contacts of experiments.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table experiment (
      account_id bigint not null references account on delete cascade,
      id bigint generated always as identity,
      name text not null,
      state text not null default 'draft' check (state in ('draft', 'testing', 'stopped', 'decided', 'canceled')),
      stop_reason text check (stop_reason in ('variant_failed', 'variant_canceled', 'rest_not_sent', 'gave_up')),
      criterion text not null check (criterion in ('human_clicks', 'human_openings', 'conversions', 'by_hand')),
      share integer not null,
      holdout integer not null,
      hours integer not null,
      seed bigint not null,
      contacts integer,
      held_out integer,
      started_at timestamptz(3),
      drawn_at timestamptz(3),
      decision text check (decision in ('winner', 'no_difference', 'by_hand')),
      chosen_id bigint,
      p_value double precision,
      decided_at timestamptz(3),
      figures jsonb,
      rest_contacts integer,
      created_at timestamptz(3) not null default now(),
      primary key (account_id, id)
    )`.execute(db);
  await sql`
    create table experiment_variant (
      account_id bigint not null,
      experiment_id bigint not null,
      position integer not null,
      mailing_id bigint not null,
      contacts integer,
      primary key (account_id, experiment_id, position),
      unique (account_id, mailing_id),
      foreign key (account_id, experiment_id) references experiment on delete cascade,
      foreign key (account_id, mailing_id) references mailing on delete cascade
    )`.execute(db);
  await sql`
    create table experiment_contact (
      account_id bigint not null,
      experiment_id bigint not null,
      contact_id bigint not null,
      part integer not null,
      primary key (account_id, experiment_id, contact_id),
      foreign key (account_id, experiment_id) references experiment on delete cascade
    )`.execute(db);
  await sql`
    create index experiment_contact_by_contact on experiment_contact (account_id, contact_id)`.execute(db);
  await sql`
    create table unattributed_conversion (
      account_id bigint not null,
      site_id bigint not null,
      order_id text collate "C" not null,
      goal_id bigint not null,
      contact_id bigint not null,
      value numeric not null,
      at timestamptz(3) not null,
      primary key (account_id, site_id, order_id),
      foreign key (account_id, site_id) references conversion_site on delete cascade,
      foreign key (account_id, goal_id) references conversion_goal on delete cascade,
      foreign key (account_id, contact_id) references contact on delete cascade
    )`.execute(db);
  await sql`
    create index unattributed_conversion_by_contact on unattributed_conversion (account_id, contact_id)`.execute(db);
  await sql`
    create index unattributed_conversion_by_goal on unattributed_conversion (account_id, goal_id)`.execute(db);
}
