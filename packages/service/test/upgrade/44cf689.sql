-- A database of commit 44cf689 with rows in every table, made by make-fixture.ts.
-- API key: mw_NwcjgYzk26uNMzqO9xERSmTOdK9jcvy5k_mDR_TPsuA
create table if not exists "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null);
create table if not exists "kysely_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null);
create table account (
      id bigint generated always as identity primary key,
      name text not null,
      domain text not null,
      time_zone text not null default 'UTC' check (timezone(time_zone, timestamptz 'epoch') is not null),
      secret bytea not null default
        decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'),
      created_at timestamptz(3) not null default now()
    );
create table api_key (
      account_id bigint not null references account on delete cascade,
      id bigint generated always as identity,
      prefix text not null check (length(prefix) = 8),
      hash bytea not null unique check (length(hash) = 32),
      label text not null,
      rights text[] not null check (rights <@ array['get', 'post', 'put', 'delete'] and cardinality(rights) > 0),
      creator text not null,
      created_at timestamptz(3) not null default now(),
      expires_at timestamptz(3),
      revoked_at timestamptz(3),
      last_used_at timestamptz(3),
      primary key (account_id, id)
    );
create table contact (
      account_id bigint not null references account on delete cascade,
      id bigint generated always as identity,
      email text,
      email_folded text,
      external_id text,
      permission smallint not null default 1 check (permission between 1 and 6),
      standard_fields jsonb not null default '{}',
      custom_fields jsonb not null default '{}',
      preferences jsonb not null default '[]',
      source text,
      subscription_page text,
      unsubscribed_at timestamptz(3),
      unsubscribe_source text,
      blocked_at timestamptz(3),
      block_reason text,
      anonymous boolean not null default false,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      primary key (account_id, id)
    );
create index contact_by_email on contact (account_id, email_folded);
create index contact_by_external_id on contact (account_id, external_id);
create index contact_by_change on contact (account_id, updated_at, id);
create table custom_field (
      account_id bigint not null references account on delete cascade,
      id bigint generated always as identity,
      name text not null,
      type text not null,
      created_at timestamptz(3) not null default now(),
      primary key (account_id, id),
      unique (account_id, name)
    );
create table contact_filter (
      account_id bigint not null references account on delete cascade,
      id bigint generated always as identity,
      name text not null,
      author text not null,
      rules jsonb not null,
      count_rules integer not null default 0,
      locked_by bigint,
      generation integer not null default 0,
      last_generation integer not null default 0,
      count_contacts bigint not null default 0,
      count_active_contacts bigint not null default 0,
      refresh_queued_at timestamptz(3),
      refreshing_until timestamptz(3),
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      evaluated_at timestamptz(3),
      primary key (account_id, id)
    );
create index contact_filter_queued on contact_filter (account_id, refresh_queued_at)
    where refresh_queued_at is not null;
create table contact_filter_member (
      account_id bigint not null,
      filter_id bigint not null,
      generation integer not null,
      contact_id bigint not null,
      primary key (account_id, filter_id, generation, contact_id),
      foreign key (account_id, filter_id) references contact_filter on delete cascade
    );
create table target_group (
      account_id bigint not null references account on delete cascade,
      id bigint generated always as identity,
      name text not null,
      author text not null,
      type text not null default 'regular' check (type in ('regular', 'test', 'permanent', 'approval')),
      contact_filter_id bigint not null,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      primary key (account_id, id),
      unique (account_id, name),
      foreign key (account_id, contact_filter_id) references contact_filter
    );
create index target_group_by_filter on target_group (account_id, contact_filter_id);
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
    );
create index mailing_by_state on mailing (account_id, state, id);
create index mailing_by_creator on mailing (account_id, creator_name);
create index mailing_by_type on mailing (account_id, type);
create index mailing_by_target_group on mailing (account_id, target_group_id);
create table mailing_property (
      account_id bigint not null,
      mailing_id bigint not null,
      key text not null,
      value text not null,
      primary key (account_id, mailing_id, key),
      foreign key (account_id, mailing_id) references mailing on delete cascade
    );
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
    );
create table mailing_check (
      account_id bigint not null,
      mailing_id bigint not null,
      kind text not null,
      content_version integer not null,
      state text check (state in ('success', 'warning', 'failed')),
      started_at timestamptz(3) not null default now(),
      finished_at timestamptz(3),
      result jsonb,
      primary key (account_id, mailing_id, kind),
      foreign key (account_id, mailing_id) references mailing on delete cascade
    );
create table approval (
      account_id bigint not null,
      id bigint generated always as identity,
      mailing_id bigint not null,
      contact_id bigint not null,
      email text not null,
      content_version integer not null,
      token_hash bytea not null unique check (length(token_hash) = 32),
      decision text check (decision in ('approved', 'rejected')),
      comment text,
      created_at timestamptz(3) not null default now(),
      decided_at timestamptz(3),
      primary key (account_id, id),
      foreign key (account_id, mailing_id) references mailing on delete cascade,
      foreign key (account_id, contact_id) references contact on delete cascade
    );
create index approval_by_mailing on approval (account_id, mailing_id);
create index approval_by_contact on approval (account_id, contact_id);
create table idempotency_key (
      account_id bigint not null references account on delete cascade,
      api_key_id bigint not null,
      key_hash bytea not null,
      request_hash bytea not null,
      running_until timestamptz(3),
      answer jsonb,
      created_at timestamptz(3) not null default now(),
      primary key (account_id, api_key_id, key_hash)
    );
create index idempotency_key_by_age on idempotency_key (created_at);
create index idempotency_key_personal on idempotency_key (account_id)
    where jsonb_typeof(answer -> 'body') in ('object', 'array', 'string');
alter table account add column anonymise_unsubscribed boolean not null default false;
create table unsubscription (
      account_id bigint not null references account on delete cascade,
      id bigint generated always as identity,
      contact_id bigint,
      mailing_id bigint,
      source text not null
        check (source in ('link', 'reply', 'other', 'list-unsubscribe-header', 'complaint')),
      at timestamptz(3) not null default now(),
      primary key (account_id, id),
      foreign key (account_id, contact_id) references contact on delete set null (contact_id),
      foreign key (account_id, mailing_id) references mailing on delete set null (mailing_id)
    );
create index unsubscription_by_contact on unsubscription (account_id, contact_id);
create index unsubscription_by_mailing on unsubscription (account_id, mailing_id);
create index unsubscription_by_time on unsubscription (account_id, at, id);
create table unsubscription_reason (
      account_id bigint not null,
      unsubscription_id bigint not null,
      id bigint generated always as identity,
      type text not null,
      message text,
      primary key (account_id, unsubscription_id, id),
      foreign key (account_id, unsubscription_id) references unsubscription on delete cascade
    );
create table contact_block (
      account_id bigint not null references account on delete cascade,
      id bigint generated always as identity,
      contact_id bigint,
      old_status text not null check (old_status in ('allowed', 'blocked')),
      new_status text not null check (new_status in ('allowed', 'blocked')),
      reason text not null check (reason in ('blacklist', 'bounce_policy')),
      at timestamptz(3) not null default now(),
      primary key (account_id, id),
      foreign key (account_id, contact_id) references contact on delete set null (contact_id)
    );
create index contact_block_by_contact on contact_block (account_id, contact_id);
create index contact_block_by_time on contact_block (account_id, at, id);
create index contact_blocked on contact (account_id, id) where blocked_at is not null;
create table blacklist (
      account_id bigint not null references account on delete cascade,
      id bigint generated always as identity,
      name text not null,
      global boolean not null default false,
      created_at timestamptz(3) not null default now(),
      primary key (account_id, id),
      unique (account_id, name)
    );
create index blacklist_global on blacklist (account_id, id) where global;
create table blacklist_entry (
      account_id bigint not null,
      blacklist_id bigint not null,
      entry text collate "C" not null,
      import_name text,
      created_at timestamptz(3) not null default now(),
      primary key (account_id, blacklist_id, entry),
      foreign key (account_id, blacklist_id) references blacklist on delete cascade
    );
create table mailing_blacklist (
      account_id bigint not null references account on delete cascade,
      id bigint generated always as identity,
      name text not null,
      created_user text not null,
      created_at timestamptz(3) not null default now(),
      primary key (account_id, id),
      unique (account_id, name)
    );
create table mailing_blacklist_expression (
      account_id bigint not null,
      mailing_blacklist_id bigint not null,
      expression text collate "C" not null,
      primary key (account_id, mailing_blacklist_id, expression),
      foreign key (account_id, mailing_blacklist_id) references mailing_blacklist on delete cascade
    );
create table mailing_blacklist_use (
      account_id bigint not null,
      mailing_id bigint not null,
      mailing_blacklist_id bigint not null,
      primary key (account_id, mailing_id, mailing_blacklist_id),
      foreign key (account_id, mailing_id) references mailing on delete cascade,
      foreign key (account_id, mailing_blacklist_id) references mailing_blacklist on delete cascade
    );
create index mailing_blacklist_use_by_list on mailing_blacklist_use (account_id, mailing_blacklist_id);
create table account_placeholder (
      account_id bigint not null references account on delete cascade,
      key text collate "C" not null,
      value text not null,
      primary key (account_id, key)
    );
create table mailing_template (
      account_id bigint not null references account on delete cascade,
      id bigint generated always as identity,
      path text collate "C" not null,
      name text not null,
      tags text[] not null default '{}',
      html text not null,
      shared boolean not null default false,
      created_at timestamptz(3) not null default now(),
      primary key (account_id, id),
      unique (account_id, shared, path)
    );
create index mailing_template_shared on mailing_template (account_id, path) where shared;
alter table mailing add column template_path text;
alter table mailing add column doi_key text;
create unique index mailing_by_doi_key on mailing (account_id, doi_key);
create table opt_in_request (
      account_id bigint not null,
      id bigint generated always as identity,
      contact_id bigint not null,
      mailing_id bigint,
      email_folded text not null,
      permission smallint not null check (permission in (4, 5)),
      requested_at timestamptz(3) not null default now(),
      requested_ip text,
      page text,
      source text,
      replaced_at timestamptz(3),
      confirmed_at timestamptz(3),
      confirmed_ip text,
      user_agent text,
      primary key (account_id, id),
      foreign key (account_id, contact_id) references contact on delete cascade,
      foreign key (account_id, mailing_id) references mailing on delete set null (mailing_id)
    );
create index opt_in_request_by_contact on opt_in_request (account_id, contact_id);
create index opt_in_request_by_mailing on opt_in_request (account_id, mailing_id);
create index opt_in_request_by_address on opt_in_request (account_id, email_folded, requested_at);
create table opt_in_token (
      account_id bigint not null,
      request_id bigint not null,
      hash bytea not null unique check (length(hash) = 32),
      primary key (account_id, request_id, hash),
      foreign key (account_id, request_id) references opt_in_request on delete cascade
    );
create table opt_in_mail (
      account_id bigint not null,
      request_id bigint not null,
      message_id text not null,
      state text not null default 'waiting' check (state in ('waiting', 'claimed', 'sent', 'failed', 'skipped')),
      attempts integer not null default 0,
      due_at timestamptz(3) not null default now(),
      reason text,
      primary key (account_id, request_id),
      foreign key (account_id, request_id) references opt_in_request on delete cascade
    );
create index opt_in_mail_due on opt_in_mail (due_at) where state in ('waiting', 'claimed');
create table subscription (
      account_id bigint not null references account on delete cascade,
      id bigint generated always as identity,
      contact_id bigint,
      mailing_id bigint,
      ip text,
      at timestamptz(3) not null default now(),
      primary key (account_id, at, id),
      foreign key (account_id, contact_id) references contact on delete set null (contact_id),
      foreign key (account_id, mailing_id) references mailing on delete set null (mailing_id)
    );
create index subscription_by_contact on subscription (account_id, contact_id);
create index subscription_by_mailing on subscription (account_id, mailing_id) where mailing_id is not null;
create table delivery (
      account_id bigint not null,
      id bigint generated always as identity,
      mailing_id bigint not null,
      contact_id bigint,
      occasion text collate "C" not null default '',
      message_id text collate "C" not null,
      sent_at timestamptz(3) not null,
      recorded_at timestamptz(3) not null default clock_timestamp(),
      primary key (account_id, id),
      unique (account_id, contact_id, mailing_id, occasion),
      unique (account_id, message_id),
      foreign key (account_id, mailing_id) references mailing on delete cascade,
      foreign key (account_id, contact_id) references contact on delete set null (contact_id)
    );
create index delivery_by_mailing on delivery (account_id, mailing_id, sent_at, id);
create index delivery_by_time on delivery (account_id, sent_at, id);
create table link (
      account_id bigint not null,
      id bigint generated always as identity,
      mailing_id bigint not null,
      url text not null,
      type text not null default 'STANDARD' check (type in (
        'STANDARD', 'ONLINE_VERSION', 'DOI_CONFIRMATION', 'ICAL', 'PROPERTY_UPDATE', 'DOWNLOAD')),
      tags text[] not null default '{}',
      primary key (account_id, id),
      foreign key (account_id, mailing_id) references mailing on delete cascade
    );
create index link_by_mailing on link (account_id, mailing_id);
create table reader (
      account_id bigint not null,
      id bigint generated always as identity,
      mailing_id bigint not null,
      contact_id bigint,
      alias text collate "C",
      openings integer not null default 0,
      clicks integer not null default 0,
      last_opened_at timestamptz(3),
      last_clicked_at timestamptz(3),
      primary key (account_id, id),
      unique (account_id, contact_id, mailing_id),
      unique (account_id, mailing_id, alias),
      check (contact_id is null or alias is null),
      foreign key (account_id, mailing_id) references mailing on delete cascade,
      foreign key (account_id, contact_id) references contact on delete set null (contact_id)
    );
create table opening (
      account_id bigint not null,
      id bigint generated always as identity,
      reader_id bigint not null,
      mailing_id bigint not null,
      occasion text collate "C" not null default '',
      at timestamptz(3) not null,
      recorded_at timestamptz(3) not null default clock_timestamp(),
      class text not null check (class in ('human', 'suspect', 'machine')),
      first boolean not null check (not (first and class = 'machine')),
      format text not null check (format in ('html', 'text')),
      device_type text not null default 'UNKNOWN' check (device_type in ('UNKNOWN', 'COMPUTER', 'TABLET', 'MOBILE')),
      user_agent text,
      primary key (account_id, id),
      foreign key (account_id, reader_id) references reader on delete cascade,
      foreign key (account_id, mailing_id) references mailing on delete cascade,
      source text not null default 'pixel' check (source in ('pixel', 'click'))
    );
create unique index opening_unique on opening (account_id, reader_id) where first;
create table click (
      account_id bigint not null,
      id bigint generated always as identity,
      reader_id bigint not null,
      mailing_id bigint not null,
      occasion text collate "C" not null default '',
      at timestamptz(3) not null,
      recorded_at timestamptz(3) not null default clock_timestamp(),
      class text not null check (class in ('human', 'suspect', 'machine')),
      first boolean not null check (not (first and class = 'machine')),
      format text not null check (format in ('html', 'text')),
      device_type text not null default 'UNKNOWN' check (device_type in ('UNKNOWN', 'COMPUTER', 'TABLET', 'MOBILE')),
      user_agent text,
      primary key (account_id, id),
      foreign key (account_id, reader_id) references reader on delete cascade,
      foreign key (account_id, mailing_id) references mailing on delete cascade,
      link_id bigint not null,
      foreign key (account_id, link_id) references link on delete cascade
    );
create unique index click_unique on click (account_id, reader_id, link_id) where first;
create index click_by_link on click (account_id, link_id);
create index "opening_by_reader" on "opening" (account_id, reader_id);
create index "opening_by_mailing" on "opening" (account_id, mailing_id, at, id);
create index "opening_by_time" on "opening" (account_id, at, id);
create index "click_by_reader" on "click" (account_id, reader_id);
create index "click_by_mailing" on "click" (account_id, mailing_id, at, id);
create index "click_by_time" on "click" (account_id, at, id);
create table contact_filter_mailing (
      account_id bigint not null,
      filter_id bigint not null,
      mailing_id bigint not null,
      primary key (account_id, filter_id, mailing_id),
      foreign key (account_id, filter_id) references contact_filter on delete cascade,
      foreign key (account_id, mailing_id) references mailing
    );
create index contact_filter_mailing_by_mailing on contact_filter_mailing (account_id, mailing_id);
create table erasure (
      account_id bigint not null references account on delete cascade,
      id bigint generated always as identity,
      at timestamptz(3) not null default now(),
      sweeps smallint not null default 0 check (sweeps between 0 and 2),
      primary key (account_id, id)
    );
create index opt_in_request_unanswered on opt_in_request (requested_at) where confirmed_at is null;
-- Rows stand in no order that foreign keys would allow.
set session_replication_role = replica;
insert into account overriding system value select * from jsonb_populate_record(null::account, '{"id": 1, "name": "Demo", "domain": "news.example.com", "secret": "\\x328ba0a8852645b88c1208ffc5494abed33bc023a6d541c8818171c8fd19cd64", "time_zone": "UTC", "created_at": "2026-11-22T01:48:20.611+00:00", "anonymise_unsubscribed": false}');
insert into account_placeholder overriding system value select * from jsonb_populate_record(null::account_placeholder, '{"key": "ZEBRA", "value": "zebra", "account_id": 1}');
insert into api_key overriding system value select * from jsonb_populate_record(null::api_key, '{"id": 1, "hash": "\\x10597e07dcf04a850fe15cd6a41cfdb998c2f5c26dddeff8f41c3a4d43003936", "label": "first key", "prefix": "mw_Nwcjg", "rights": ["get", "post", "put", "delete"], "creator": "demo", "account_id": 1, "created_at": "2026-11-22T01:48:20.611+00:00", "expires_at": null, "revoked_at": null, "last_used_at": "2026-11-22T01:48:20.916+00:00"}');
insert into approval overriding system value select * from jsonb_populate_record(null::approval, '{"id": 1, "email": "ada.moreau@example.com", "comment": null, "decision": null, "account_id": 1, "contact_id": 1, "created_at": "2026-11-22T01:48:22.388+00:00", "decided_at": null, "mailing_id": 2, "token_hash": "\\x333a4935550be439cc0fa03b8cb7b2d67bc1179ac049c08d1d0d528992dfef19", "content_version": 3}');
insert into approval overriding system value select * from jsonb_populate_record(null::approval, '{"id": 2, "email": "ben.okafor@example.com", "comment": null, "decision": null, "account_id": 1, "contact_id": 2, "created_at": "2026-11-22T01:48:22.388+00:00", "decided_at": null, "mailing_id": 2, "token_hash": "\\x9a15e555aaaef6d8d05ea1db6bdfc51894f4d1fb8fdfb793c592f46594b4c37e", "content_version": 3}');
insert into approval overriding system value select * from jsonb_populate_record(null::approval, '{"id": 3, "email": "zacharias@traces.example.org", "comment": "fine for zacharias", "decision": "approved", "account_id": 1, "contact_id": 7, "created_at": "2026-11-22T01:48:22.388+00:00", "decided_at": "2026-11-22T01:48:22.499+00:00", "mailing_id": 2, "token_hash": "\\xb0f385f2ba7dc6a27f2b2d8b950bd1313360787f66814444de8b0804db326120", "content_version": 3}');
insert into blacklist overriding system value select * from jsonb_populate_record(null::blacklist, '{"id": 1, "name": "Rivals", "global": false, "account_id": 1, "created_at": "2026-11-22T01:48:22.52+00:00"}');
insert into blacklist overriding system value select * from jsonb_populate_record(null::blacklist, '{"id": 2, "name": "Zebra list", "global": false, "account_id": 1, "created_at": "2026-11-22T01:48:22.689+00:00"}');
insert into blacklist_entry overriding system value select * from jsonb_populate_record(null::blacklist_entry, '{"entry": "*@blocked-zebra.example", "account_id": 1, "created_at": "2026-11-22T01:48:22.698+00:00", "import_name": null, "blacklist_id": 2}');
insert into blacklist_entry overriding system value select * from jsonb_populate_record(null::blacklist_entry, '{"entry": "*@traces.example.org", "account_id": 1, "created_at": "2026-11-22T01:48:22.527+00:00", "import_name": null, "blacklist_id": 1}');
insert into click overriding system value select * from jsonb_populate_record(null::click, '{"at": "2026-11-22T01:48:22.502+00:00", "id": 1, "class": "human", "first": true, "format": "html", "link_id": 1, "occasion": "", "reader_id": 1, "account_id": 1, "mailing_id": 2, "user_agent": "Phone of zacharias", "device_type": "MOBILE", "recorded_at": "2026-11-22T01:48:22.514+00:00"}');
insert into contact overriding system value select * from jsonb_populate_record(null::contact, '{"id": 1, "email": "ada.moreau@example.com", "source": "demo", "anonymous": false, "account_id": 1, "blocked_at": null, "created_at": "2026-11-22T01:48:20.611+00:00", "permission": 5, "updated_at": "2026-11-22T01:48:20.611+00:00", "external_id": null, "preferences": [], "block_reason": null, "email_folded": "ada.moreau@example.com", "custom_fields": {}, "standard_fields": {"CITY": "Paris", "LASTNAME": "Moreau", "FIRSTNAME": "Ada", "ORGANIZATION": "Demo team"}, "unsubscribed_at": null, "subscription_page": null, "unsubscribe_source": null}');
insert into contact overriding system value select * from jsonb_populate_record(null::contact, '{"id": 2, "email": "ben.okafor@example.com", "source": "demo", "anonymous": false, "account_id": 1, "blocked_at": null, "created_at": "2026-11-22T01:48:20.611+00:00", "permission": 5, "updated_at": "2026-11-22T01:48:20.611+00:00", "external_id": null, "preferences": [], "block_reason": null, "email_folded": "ben.okafor@example.com", "custom_fields": {}, "standard_fields": {"CITY": "Lagos", "LASTNAME": "Okafor", "FIRSTNAME": "Ben", "ORGANIZATION": "Demo team"}, "unsubscribed_at": null, "subscription_page": null, "unsubscribe_source": null}');
insert into contact overriding system value select * from jsonb_populate_record(null::contact, '{"id": 3, "email": "chiara.rossi@example.com", "source": "demo", "anonymous": false, "account_id": 1, "blocked_at": null, "created_at": "2026-11-22T01:48:20.611+00:00", "permission": 5, "updated_at": "2026-11-22T01:48:20.611+00:00", "external_id": null, "preferences": [], "block_reason": null, "email_folded": "chiara.rossi@example.com", "custom_fields": {}, "standard_fields": {"CITY": "Milan", "LASTNAME": "Rossi", "FIRSTNAME": "Chiara", "ORGANIZATION": "Readers"}, "unsubscribed_at": null, "subscription_page": null, "unsubscribe_source": null}');
insert into contact overriding system value select * from jsonb_populate_record(null::contact, '{"id": 4, "email": "dmitri.petrov@example.com", "source": "demo", "anonymous": false, "account_id": 1, "blocked_at": null, "created_at": "2026-11-22T01:48:20.611+00:00", "permission": 5, "updated_at": "2026-11-22T01:48:20.611+00:00", "external_id": null, "preferences": [], "block_reason": null, "email_folded": "dmitri.petrov@example.com", "custom_fields": {}, "standard_fields": {"CITY": "Sofia", "LASTNAME": "Petrov", "FIRSTNAME": "Dmitri", "ORGANIZATION": "Readers"}, "unsubscribed_at": null, "subscription_page": null, "unsubscribe_source": null}');
insert into contact overriding system value select * from jsonb_populate_record(null::contact, '{"id": 5, "email": "elif.kaya@example.com", "source": "demo", "anonymous": false, "account_id": 1, "blocked_at": null, "created_at": "2026-11-22T01:48:20.611+00:00", "permission": 5, "updated_at": "2026-11-22T01:48:20.611+00:00", "external_id": null, "preferences": [], "block_reason": null, "email_folded": "elif.kaya@example.com", "custom_fields": {}, "standard_fields": {"CITY": "Izmir", "LASTNAME": "Kaya", "FIRSTNAME": "Elif", "ORGANIZATION": "Readers"}, "unsubscribed_at": null, "subscription_page": null, "unsubscribe_source": null}');
insert into contact overriding system value select * from jsonb_populate_record(null::contact, '{"id": 6, "email": "farah.haddad@example.com", "source": "demo", "anonymous": false, "account_id": 1, "blocked_at": null, "created_at": "2026-11-22T01:48:20.611+00:00", "permission": 5, "updated_at": "2026-11-22T01:48:20.611+00:00", "external_id": null, "preferences": [], "block_reason": null, "email_folded": "farah.haddad@example.com", "custom_fields": {}, "standard_fields": {"CITY": "Amman", "LASTNAME": "Haddad", "FIRSTNAME": "Farah", "ORGANIZATION": "Readers"}, "unsubscribed_at": null, "subscription_page": null, "unsubscribe_source": null}');
insert into contact overriding system value select * from jsonb_populate_record(null::contact, '{"id": 7, "email": "zacharias@traces.example.org", "source": "page of zacharias", "anonymous": false, "account_id": 1, "blocked_at": "2026-11-22T01:48:22.527+00:00", "created_at": "2026-11-22T01:48:21.601+00:00", "permission": 1, "updated_at": "2026-11-22T01:48:22.538+00:00", "external_id": "id-of-zacharias", "preferences": [{"name": "Pet", "value": "zacharias-cat", "source": "zacharias-source", "category": "Names", "last_modified": "2026-11-22 01:48:21"}], "block_reason": "blacklist", "email_folded": "zacharias@traces.example.org", "custom_fields": {"1": "zacharias-nick"}, "standard_fields": {"TITLE": "zacharias the great", "FULLNAME": "zacharias moreau", "ORGANIZATION": "Demo team"}, "unsubscribed_at": "2026-11-22T01:48:22.538+00:00", "subscription_page": "zacharias-page", "unsubscribe_source": "other"}');
insert into contact overriding system value select * from jsonb_populate_record(null::contact, '{"id": 8, "email": "zebra@zebra.example", "source": null, "anonymous": false, "account_id": 1, "blocked_at": null, "created_at": "2026-11-22T01:48:22.55+00:00", "permission": 5, "updated_at": "2026-11-22T01:48:22.55+00:00", "external_id": "zebra-7", "preferences": [], "block_reason": null, "email_folded": "zebra@zebra.example", "custom_fields": {"2": "zebra"}, "standard_fields": {"CITY": "Zebratown"}, "unsubscribed_at": null, "subscription_page": null, "unsubscribe_source": null}');
insert into contact_block overriding system value select * from jsonb_populate_record(null::contact_block, '{"at": "2026-11-22T01:48:22.527+00:00", "id": 1, "reason": "blacklist", "account_id": 1, "contact_id": 7, "new_status": "blocked", "old_status": "allowed"}');
insert into contact_filter overriding system value select * from jsonb_populate_record(null::contact_filter, '{"id": 1, "name": "Team", "rules": {"match": "all", "rules": [{"type": "string", "field": "ORGANIZATION", "value": "Demo team", "operator": "EQUALS", "is_customfield": false}], "groups": []}, "author": "demo", "locked_by": null, "account_id": 1, "created_at": "2026-11-22T01:48:20.611+00:00", "generation": 1, "updated_at": "2026-11-22T01:48:20.611+00:00", "count_rules": 1, "evaluated_at": "2026-11-22T01:48:20.662+00:00", "count_contacts": 2, "last_generation": 1, "refreshing_until": null, "refresh_queued_at": null, "count_active_contacts": 2}');
insert into contact_filter overriding system value select * from jsonb_populate_record(null::contact_filter, '{"id": 2, "name": "Everybody", "rules": {"match": "all", "rules": [], "groups": []}, "author": "demo", "locked_by": null, "account_id": 1, "created_at": "2026-11-22T01:48:20.611+00:00", "generation": 1, "updated_at": "2026-11-22T01:48:20.611+00:00", "count_rules": 0, "evaluated_at": "2026-11-22T01:48:20.696+00:00", "count_contacts": 6, "last_generation": 1, "refreshing_until": null, "refresh_queued_at": null, "count_active_contacts": 6}');
insert into contact_filter overriding system value select * from jsonb_populate_record(null::contact_filter, '{"id": 3, "name": "Team", "rules": {"match": "all", "rules": [{"type": "string", "field": "ORGANIZATION", "value": "Demo team", "operator": "EQUALS", "is_customfield": false}], "groups": []}, "author": "demo", "locked_by": null, "account_id": 1, "created_at": "2026-11-22T01:48:22.043+00:00", "generation": 1, "updated_at": "2026-11-22T01:48:22.043+00:00", "count_rules": 1, "evaluated_at": "2026-11-22T01:48:22.134+00:00", "count_contacts": 3, "last_generation": 1, "refreshing_until": null, "refresh_queued_at": null, "count_active_contacts": 3}');
insert into contact_filter overriding system value select * from jsonb_populate_record(null::contact_filter, '{"id": 4, "name": "Zebra filter", "rules": {"match": "all", "rules": [{"type": "string", "field": "CITY", "operator": "NOTEMPTY", "is_customfield": false}], "groups": []}, "author": "demo", "locked_by": null, "account_id": 1, "created_at": "2026-11-22T01:48:22.655+00:00", "generation": 1, "updated_at": "2026-11-22T01:48:22.655+00:00", "count_rules": 1, "evaluated_at": "2026-11-22T01:48:22.662+00:00", "count_contacts": 7, "last_generation": 1, "refreshing_until": null, "refresh_queued_at": null, "count_active_contacts": 7}');
insert into contact_filter_mailing overriding system value select * from jsonb_populate_record(null::contact_filter_mailing, '{"filter_id": 1, "account_id": 1, "mailing_id": 1}');
insert into contact_filter_member overriding system value select * from jsonb_populate_record(null::contact_filter_member, '{"filter_id": 1, "account_id": 1, "contact_id": 1, "generation": 1}');
insert into contact_filter_member overriding system value select * from jsonb_populate_record(null::contact_filter_member, '{"filter_id": 1, "account_id": 1, "contact_id": 2, "generation": 1}');
insert into contact_filter_member overriding system value select * from jsonb_populate_record(null::contact_filter_member, '{"filter_id": 2, "account_id": 1, "contact_id": 1, "generation": 1}');
insert into contact_filter_member overriding system value select * from jsonb_populate_record(null::contact_filter_member, '{"filter_id": 2, "account_id": 1, "contact_id": 2, "generation": 1}');
insert into contact_filter_member overriding system value select * from jsonb_populate_record(null::contact_filter_member, '{"filter_id": 2, "account_id": 1, "contact_id": 3, "generation": 1}');
insert into contact_filter_member overriding system value select * from jsonb_populate_record(null::contact_filter_member, '{"filter_id": 2, "account_id": 1, "contact_id": 4, "generation": 1}');
insert into contact_filter_member overriding system value select * from jsonb_populate_record(null::contact_filter_member, '{"filter_id": 2, "account_id": 1, "contact_id": 5, "generation": 1}');
insert into contact_filter_member overriding system value select * from jsonb_populate_record(null::contact_filter_member, '{"filter_id": 2, "account_id": 1, "contact_id": 6, "generation": 1}');
insert into contact_filter_member overriding system value select * from jsonb_populate_record(null::contact_filter_member, '{"filter_id": 3, "account_id": 1, "contact_id": 1, "generation": 1}');
insert into contact_filter_member overriding system value select * from jsonb_populate_record(null::contact_filter_member, '{"filter_id": 3, "account_id": 1, "contact_id": 2, "generation": 1}');
insert into contact_filter_member overriding system value select * from jsonb_populate_record(null::contact_filter_member, '{"filter_id": 3, "account_id": 1, "contact_id": 7, "generation": 1}');
insert into contact_filter_member overriding system value select * from jsonb_populate_record(null::contact_filter_member, '{"filter_id": 4, "account_id": 1, "contact_id": 1, "generation": 1}');
insert into contact_filter_member overriding system value select * from jsonb_populate_record(null::contact_filter_member, '{"filter_id": 4, "account_id": 1, "contact_id": 2, "generation": 1}');
insert into contact_filter_member overriding system value select * from jsonb_populate_record(null::contact_filter_member, '{"filter_id": 4, "account_id": 1, "contact_id": 3, "generation": 1}');
insert into contact_filter_member overriding system value select * from jsonb_populate_record(null::contact_filter_member, '{"filter_id": 4, "account_id": 1, "contact_id": 4, "generation": 1}');
insert into contact_filter_member overriding system value select * from jsonb_populate_record(null::contact_filter_member, '{"filter_id": 4, "account_id": 1, "contact_id": 5, "generation": 1}');
insert into contact_filter_member overriding system value select * from jsonb_populate_record(null::contact_filter_member, '{"filter_id": 4, "account_id": 1, "contact_id": 6, "generation": 1}');
insert into contact_filter_member overriding system value select * from jsonb_populate_record(null::contact_filter_member, '{"filter_id": 4, "account_id": 1, "contact_id": 8, "generation": 1}');
insert into custom_field overriding system value select * from jsonb_populate_record(null::custom_field, '{"id": 1, "name": "NICK", "type": "string", "account_id": 1, "created_at": "2026-11-22T01:48:20.918+00:00"}');
insert into custom_field overriding system value select * from jsonb_populate_record(null::custom_field, '{"id": 2, "name": "ZEBRA", "type": "string", "account_id": 1, "created_at": "2026-11-22T01:48:22.546+00:00"}');
insert into delivery overriding system value select * from jsonb_populate_record(null::delivery, '{"id": 1, "sent_at": "2026-11-22T01:48:22.501+00:00", "occasion": "", "account_id": 1, "contact_id": 7, "mailing_id": 2, "message_id": "1@example.org", "recorded_at": "2026-11-22T01:48:22.503+00:00"}');
insert into erasure overriding system value select * from jsonb_populate_record(null::erasure, '{"at": "2026-11-22T01:48:22.992+00:00", "id": 1, "sweeps": 0, "account_id": 1}');
insert into idempotency_key overriding system value select * from jsonb_populate_record(null::idempotency_key, '{"answer": {"body": 1, "status": 201, "headers": {}}, "key_hash": "\\x75e816ee87cdca7099c59240d74995e61b8b222daa272ca8e2f9b5fe67a0873c", "account_id": 1, "api_key_id": 1, "created_at": "2026-11-22T01:48:20.973+00:00", "request_hash": "\\xe29a1f01657ff68c31f0c16607052f3ea5d3cb1a7378df84d61d5188a8371754", "running_until": null}');
insert into idempotency_key overriding system value select * from jsonb_populate_record(null::idempotency_key, '{"answer": {"body": 1, "status": 201, "headers": {}}, "key_hash": "\\xa7e3b5ef6940475a10e5c3735aeaf9d043b936e61e794aa12f2130e183f55060", "account_id": 1, "api_key_id": 1, "created_at": "2026-11-22T01:48:22.52+00:00", "request_hash": "\\x7acc5e133513a3fdafd8816ce5cf82c44ce0215b693ede13d647e5109d241d1b", "running_until": null}');
insert into idempotency_key overriding system value select * from jsonb_populate_record(null::idempotency_key, '{"answer": {"body": 1, "status": 201, "headers": {}}, "key_hash": "\\xc028ca1bbfcdd8bbe461dc76c35a8090068a4ca676ff2f2142f9e4799d88fa42", "account_id": 1, "api_key_id": 1, "created_at": "2026-11-22T01:48:22.83+00:00", "request_hash": "\\xadd88cf6b22d3eb5888332455bb30e700e7159e7f857b3fe0776ea82195dca74", "running_until": null}');
insert into idempotency_key overriding system value select * from jsonb_populate_record(null::idempotency_key, '{"answer": {"body": 2, "status": 201, "headers": {}}, "key_hash": "\\x5cc3721cd4dd124c4c8f539709d3b05fac9eabdccb0cf5c71d1c5076c4ac61c2", "account_id": 1, "api_key_id": 1, "created_at": "2026-11-22T01:48:22.271+00:00", "request_hash": "\\xab4b39b0fab122a84635fa6c4f2fb8177c44a426010825a46e3292299ad36c22", "running_until": null}');
insert into idempotency_key overriding system value select * from jsonb_populate_record(null::idempotency_key, '{"answer": {"body": 2, "status": 201, "headers": {}}, "key_hash": "\\x87f0dd42921b66ef05e5a77f3426d268d13c244383f38dfdbd1506fa916e5aeb", "account_id": 1, "api_key_id": 1, "created_at": "2026-11-22T01:48:22.689+00:00", "request_hash": "\\x30b69b78f08ee0e997e8ca76c7e16ded7fd6c121c65e7de01cda649ae288cd1b", "running_until": null}');
insert into idempotency_key overriding system value select * from jsonb_populate_record(null::idempotency_key, '{"answer": {"body": 3, "status": 201, "headers": {}}, "key_hash": "\\x200b36e1b8fac250a41faae45122bc95f01c86242436a53fd3286b84bec65150", "account_id": 1, "api_key_id": 1, "created_at": "2026-11-22T01:48:22.666+00:00", "request_hash": "\\xca372ae6961c7e7d77b27ba17f8ff362c4d359785dd4317b70ab9d2832ad6db7", "running_until": null}');
insert into idempotency_key overriding system value select * from jsonb_populate_record(null::idempotency_key, '{"answer": {"body": 3, "status": 201, "headers": {}}, "key_hash": "\\xb5e6288cf6b02d6318ba168856940c840b3d15b71fa8288ba10733c8752d41f4", "account_id": 1, "api_key_id": 1, "created_at": "2026-11-22T01:48:22.879+00:00", "request_hash": "\\xb02f1f6b17b64c4ac0b14cc52ea8e3ef665c2f2dbcdaf910c283aeb6cdcebd07", "running_until": null}');
insert into idempotency_key overriding system value select * from jsonb_populate_record(null::idempotency_key, '{"answer": {"body": 3, "status": 201, "headers": {}}, "key_hash": "\\xbd13c2e5044e0a9737c525d353ffb105448d12d96c9e590daa2da0ea89b9a5c3", "account_id": 1, "api_key_id": 1, "created_at": "2026-11-22T01:48:22.043+00:00", "request_hash": "\\xc121b38ea25fa7542cb32e61c1d9c7301bef9e90321f53505f9de5eba071e63d", "running_until": null}');
insert into idempotency_key overriding system value select * from jsonb_populate_record(null::idempotency_key, '{"answer": {"body": 4, "status": 201, "headers": {}}, "key_hash": "\\x9825b29145169372c8b34ba3dcbf7c692c6d5f8ac731b5d5e9c37ccd49e067d8", "account_id": 1, "api_key_id": 1, "created_at": "2026-11-22T01:48:22.655+00:00", "request_hash": "\\x45de6ed8c0458aa69570930352656a3a3ee9ac93165c1732e3fb5dddc42d5caf", "running_until": null}');
insert into idempotency_key overriding system value select * from jsonb_populate_record(null::idempotency_key, '{"answer": {"body": 4, "status": 201, "headers": {}}, "key_hash": "\\xa3c63c7d33b057ba3938b6b39bc199e2e18b537ce620c3e37afd18cfc6eac73c", "account_id": 1, "api_key_id": 1, "created_at": "2026-11-22T01:48:22.679+00:00", "request_hash": "\\xbd29e8defaa95317e9c95b7432a9b87dd0ae6ae60955ed1c8110fabc201d87c2", "running_until": null}');
insert into idempotency_key overriding system value select * from jsonb_populate_record(null::idempotency_key, '{"answer": {"body": 7, "status": 201, "headers": {}}, "key_hash": "\\xfde9721a7cb48bcb38cafc500513069745b706ac6c63d0b83dd73909e31b37e3", "account_id": 1, "api_key_id": 1, "created_at": "2026-11-22T01:48:21.601+00:00", "request_hash": "\\xd86524f3d03d8f2f861754e3812a2c99c14a9b6b1a87b47075e88241df3deac5", "running_until": null}');
insert into idempotency_key overriding system value select * from jsonb_populate_record(null::idempotency_key, '{"answer": {"body": 8, "status": 201, "headers": {}}, "key_hash": "\\xc0003a5b2c5f7db910ce3fd3697f9f8cd3b04ceb07ebbab8154b3a914f1831f5", "account_id": 1, "api_key_id": 1, "created_at": "2026-11-22T01:48:22.55+00:00", "request_hash": "\\xddb7857f283bf669ffb5ab5b92637da5eb7e88dc80e6c9066e6ee676adb71d15", "running_until": null}');
insert into idempotency_key overriding system value select * from jsonb_populate_record(null::idempotency_key, '{"answer": {"body": [], "status": 201, "headers": {}}, "key_hash": "\\xcbcba73f27b5d9ee87f620155daa992a55e0b88c1e70055eef7148d9cf35838b", "account_id": 1, "api_key_id": 1, "created_at": "2026-11-22T01:48:22.851+00:00", "request_hash": "\\x781f9bad0f5af77583f346040a2eb6d43b3e54ebe51f9e0f7ddfbe622ddcab80", "running_until": null}');
insert into idempotency_key overriding system value select * from jsonb_populate_record(null::idempotency_key, '{"answer": {"body": {"id": 1, "name": "base", "path": "zebra/base", "size": 12, "tags": [], "created": "2026-11-22 01:48:22", "mimetype": "text/html"}, "status": 201, "headers": {}}, "key_hash": "\\x86ddfc40b640dd7d42d2cb6f59ee8a636c1dfb0882da70b85110736bad9d6780", "account_id": 1, "api_key_id": 1, "created_at": "2026-11-22T01:48:22.872+00:00", "request_hash": "\\xe72584e81c71168f327b4bf56b02df61b22805bd885cd6d4908fea4dfe1a1dec", "running_until": null}');
insert into idempotency_key overriding system value select * from jsonb_populate_record(null::idempotency_key, '{"answer": {"body": {"success": true, "count_contacts": 2, "invalid_contacts": [{"email": "zacharias@traces.example.org", "error": {"code": 5, "error_field": "email"}, "external_id": null}], "count_new_contacts": 0, "count_invalid_contacts": 1, "count_existing_contacts": 1, "count_unsubscribed_contacts": 0}, "status": 200, "headers": {}}, "key_hash": "\\xc2a5ba1fa5708acd091fd5d3be0439411179bf1f558eb384a8dabcd0e23a8188", "account_id": 1, "api_key_id": 1, "created_at": "2026-11-22T01:48:21.936+00:00", "request_hash": "\\xb6f4625dc6f44347859ac1ba4f2246252f002002a066f521da0fbf25def4ec90", "running_until": null}');
insert into idempotency_key overriding system value select * from jsonb_populate_record(null::idempotency_key, '{"answer": {"status": 200, "headers": {}}, "key_hash": "\\x215e274f2ac0a1b321decc1f350f4b763707d492ff954929afc5645a98a78544", "account_id": 1, "api_key_id": 1, "created_at": "2026-11-22T01:48:22.889+00:00", "request_hash": "\\xfb083dcf1ae9231d6f394dc8eaf3aa13f31bc637ca7ebc9cc10b6f0da3ea0559", "running_until": null}');
insert into idempotency_key overriding system value select * from jsonb_populate_record(null::idempotency_key, '{"answer": {"status": 200, "headers": {}}, "key_hash": "\\x26ed94a966bef1cb016cf46f25bc39d2483aaad926b3a8d19ceef5a563a4fc0d", "account_id": 1, "api_key_id": 1, "created_at": "2026-11-22T01:48:21.327+00:00", "request_hash": "\\x9a624a6b3ec632db1a667c7dee07c148f53ae963993c7f91b3db83b0e1b20dd7", "running_until": null}');
insert into idempotency_key overriding system value select * from jsonb_populate_record(null::idempotency_key, '{"answer": {"status": 200, "headers": {}}, "key_hash": "\\x2c830422d8f21c3061193f8e1991a1d9a2214580e2f3c0a0df99e14f306b7fb3", "account_id": 1, "api_key_id": 1, "created_at": "2026-11-22T01:48:22.309+00:00", "request_hash": "\\x2d17c07ee08b0b6396c1d7952557cce4193df68e9c3cc057f1025ecdb862afd8", "running_until": null}');
insert into idempotency_key overriding system value select * from jsonb_populate_record(null::idempotency_key, '{"answer": {"status": 200, "headers": {}}, "key_hash": "\\x37b6b63254619e899244c85916398ec0c69e4fceabeb3a2c03679eb63a578617", "account_id": 1, "api_key_id": 1, "created_at": "2026-11-22T01:48:22.942+00:00", "request_hash": "\\x477c1463de831f039cc5cc677e2e60e83ee944a2ddd5a766e25c22e1783302bf", "running_until": null}');
insert into idempotency_key overriding system value select * from jsonb_populate_record(null::idempotency_key, '{"answer": {"status": 200, "headers": {}}, "key_hash": "\\x5b9642e234619e10507a48191afd0b991b81d05440b6792426e275bedc03746c", "account_id": 1, "api_key_id": 1, "created_at": "2026-11-22T01:48:21.51+00:00", "request_hash": "\\xfe150dda149267a7fb96bac6ba9aef82398fb877445e4755597ac259e656a5a8", "running_until": null}');
insert into idempotency_key overriding system value select * from jsonb_populate_record(null::idempotency_key, '{"answer": {"status": 200, "headers": {}}, "key_hash": "\\x666b2a2fab7620760647e3151e1bd6e1c9e96dd86b05b35f7d43bbcaac018f03", "account_id": 1, "api_key_id": 1, "created_at": "2026-11-22T01:48:22.898+00:00", "request_hash": "\\x724f6d1b396cb7b10b31d7cb14cf1991aed093501a9c995c347d476f4a0a27e6", "running_until": null}');
insert into idempotency_key overriding system value select * from jsonb_populate_record(null::idempotency_key, '{"answer": {"status": 200, "headers": {}}, "key_hash": "\\x6c4f23d82251490e6f564b6b93c2515128d813f6bb07c32deea0d86c24c1a202", "account_id": 1, "api_key_id": 1, "created_at": "2026-11-22T01:48:22.949+00:00", "request_hash": "\\x8e19de788ea034abe61475922ac519bbf323103ca9da9c7402691a7d94290c86", "running_until": null}');
insert into idempotency_key overriding system value select * from jsonb_populate_record(null::idempotency_key, '{"answer": {"status": 200, "headers": {}}, "key_hash": "\\x7e5c827e679e91592807dd46a09b319110844ff01dc6c06d42d58bf3f6d3c95f", "account_id": 1, "api_key_id": 1, "created_at": "2026-11-22T01:48:22.358+00:00", "request_hash": "\\x6e011a95a25adb3b7e7d44a3a5172eecf1d78458a59e092b6de3490ae440b230", "running_until": null}');
insert into idempotency_key overriding system value select * from jsonb_populate_record(null::idempotency_key, '{"answer": {"status": 200, "headers": {}}, "key_hash": "\\x9c56d795fbef6708fe2ddf0cf1722e3f1478be73bf9deb07bee707de283e3a39", "account_id": 1, "api_key_id": 1, "created_at": "2026-11-22T01:48:21.448+00:00", "request_hash": "\\xd88dfb1fab34baba37a20a1874118a9861304a5e4433d4d7818a3892366cab99", "running_until": null}');
insert into idempotency_key overriding system value select * from jsonb_populate_record(null::idempotency_key, '{"answer": {"status": 200, "headers": {}}, "key_hash": "\\xcedc4a6253304a221a9d33fd357968c1a0ae0e45bf62b75ce0b04bb2a11aab8a", "account_id": 1, "api_key_id": 1, "created_at": "2026-11-22T01:48:22.338+00:00", "request_hash": "\\xd53904f644025cab2fd2291505c670b281e2d5d5f8625cc59016a7e1ca8574a9", "running_until": null}');
insert into idempotency_key overriding system value select * from jsonb_populate_record(null::idempotency_key, '{"answer": {"status": 200, "headers": {}}, "key_hash": "\\xdb25648c9b04817b344391ee9caf4078e31ba287cc6bf78bbe2825e96424f821", "account_id": 1, "api_key_id": 1, "created_at": "2026-11-22T01:48:21.564+00:00", "request_hash": "\\xbc4ddbe80d2cc3a0c03ee5a5740315125eb4432574d170bdeae2da9ebbb33f33", "running_until": null}');
insert into idempotency_key overriding system value select * from jsonb_populate_record(null::idempotency_key, '{"answer": {"status": 200, "headers": {}}, "key_hash": "\\xeeacdc144a8131510dc307f6551f0ee9a32263ade9398b231939303ce7e9f18e", "account_id": 1, "api_key_id": 1, "created_at": "2026-11-22T01:48:22.928+00:00", "request_hash": "\\xfb0ee84abffe5ebf48d964d9fa16f9c292b16733d88062f3b072f347263c61ee", "running_until": null}');
insert into idempotency_key overriding system value select * from jsonb_populate_record(null::idempotency_key, '{"answer": {"status": 201, "headers": {}}, "key_hash": "\\x47f0744d9a2e09794466301ca076ca44e302e7242663fea08ecb6809df53c12a", "account_id": 1, "api_key_id": 1, "created_at": "2026-11-22T01:48:22.698+00:00", "request_hash": "\\xd88618bd27175508b3f2b805502e335e6ae20b168db9855f2e7d4ec1a1719fc8", "running_until": null}');
insert into idempotency_key overriding system value select * from jsonb_populate_record(null::idempotency_key, '{"answer": {"status": 201, "headers": {}}, "key_hash": "\\x9c7130ac40a73d84a56bd3ef4f7c719ec92b36acb7060a2c0ee91eca5101eca1", "account_id": 1, "api_key_id": 1, "created_at": "2026-11-22T01:48:22.527+00:00", "request_hash": "\\x8feddd2810d46aeaf67036420919f8e6f014460d347bae561ebb6316724c84fa", "running_until": null}');
insert into idempotency_key overriding system value select * from jsonb_populate_record(null::idempotency_key, '{"answer": {"status": 201, "headers": {}}, "key_hash": "\\xac36ade808c76695287a42bd3d7a9e71f6c78ac26d8886113c5403bd60d1bcf8", "account_id": 1, "api_key_id": 1, "created_at": "2026-11-22T01:48:20.918+00:00", "request_hash": "\\xd6e3ebd1ff516cf65d9ddc8c82b9dcb84e01d6f6c435faee059d5d33e91e253b", "running_until": null}');
insert into idempotency_key overriding system value select * from jsonb_populate_record(null::idempotency_key, '{"answer": {"status": 204, "headers": {}}, "key_hash": "\\x4142ecd1b2c96e532cf1bdefb576d979801a4378ec737446ed60b8d4ba1adef7", "account_id": 1, "api_key_id": 1, "created_at": "2026-11-22T01:48:22.864+00:00", "request_hash": "\\x0387560c1250e4ed79fb0c7cebad77e83e688c866f9bcc76fe1a8a78cbc9f16e", "running_until": null}');
insert into kysely_migration overriding system value select * from jsonb_populate_record(null::kysely_migration, '{"name": "0001_accounts", "timestamp": "2026-11-22T01:48:14.685Z"}');
insert into kysely_migration overriding system value select * from jsonb_populate_record(null::kysely_migration, '{"name": "0002_contacts", "timestamp": "2026-11-22T01:48:14.696Z"}');
insert into kysely_migration overriding system value select * from jsonb_populate_record(null::kysely_migration, '{"name": "0003_audiences", "timestamp": "2026-11-22T01:48:14.706Z"}');
insert into kysely_migration overriding system value select * from jsonb_populate_record(null::kysely_migration, '{"name": "0004_mailings", "timestamp": "2026-11-22T01:48:14.795Z"}');
insert into kysely_migration overriding system value select * from jsonb_populate_record(null::kysely_migration, '{"name": "0005_checks", "timestamp": "2026-11-22T01:48:14.820Z"}');
insert into kysely_migration overriding system value select * from jsonb_populate_record(null::kysely_migration, '{"name": "0006_idempotency", "timestamp": "2026-11-22T01:48:14.827Z"}');
insert into kysely_migration overriding system value select * from jsonb_populate_record(null::kysely_migration, '{"name": "0007_contact_log", "timestamp": "2026-11-22T01:48:14.864Z"}');
insert into kysely_migration overriding system value select * from jsonb_populate_record(null::kysely_migration, '{"name": "0008_blacklists", "timestamp": "2026-11-22T01:48:14.875Z"}');
insert into kysely_migration overriding system value select * from jsonb_populate_record(null::kysely_migration, '{"name": "0009_mailing_blacklists", "timestamp": "2026-11-22T01:48:14.930Z"}');
insert into kysely_migration overriding system value select * from jsonb_populate_record(null::kysely_migration, '{"name": "0010_texts", "timestamp": "2026-11-22T01:48:14.953Z"}');
insert into kysely_migration overriding system value select * from jsonb_populate_record(null::kysely_migration, '{"name": "0011_double_opt_in", "timestamp": "2026-11-22T01:48:14.998Z"}');
insert into kysely_migration overriding system value select * from jsonb_populate_record(null::kysely_migration, '{"name": "0015_activity", "timestamp": "2026-11-22T01:48:15.142Z"}');
insert into kysely_migration overriding system value select * from jsonb_populate_record(null::kysely_migration, '{"name": "0016_erasures", "timestamp": "2026-11-22T01:48:15.266Z"}');
insert into kysely_migration overriding system value select * from jsonb_populate_record(null::kysely_migration, '{"name": "0017_unanswered_requests", "timestamp": "2026-11-22T01:48:15.270Z"}');
insert into kysely_migration_lock overriding system value select * from jsonb_populate_record(null::kysely_migration_lock, '{"id": "migration_lock", "is_locked": 0}');
insert into link overriding system value select * from jsonb_populate_record(null::link, '{"id": 1, "url": "https://example.org", "tags": [], "type": "STANDARD", "account_id": 1, "mailing_id": 2}');
insert into mailing overriding system value select * from jsonb_populate_record(null::mailing, '{"id": 1, "html": "<html><body><p>Hello [[CONTACT|FIRSTNAME|friend]]</p><a href=\"[[LINK|DOI_CONFIRM]]\">Confirm</a></body></html>", "name": "Opt-in 1", "tags": [], "type": "doi", "state": "released", "locale": null, "sender": "news@example.com", "doi_key": "default", "subject": "Please confirm", "version": 5, "reply_to": null, "text_body": null, "account_id": 1, "created_at": "2026-11-22T01:48:20.973+00:00", "updated_at": "2026-11-22T01:48:21.564+00:00", "speed_level": "medium", "creator_name": "demo", "preview_text": null, "sender_alias": null, "schedule_time": null, "template_path": null, "editor_version": "v2", "content_version": 3, "recipient_alias": null, "target_group_id": null, "tracking_strategy": "highest-permission"}');
insert into mailing overriding system value select * from jsonb_populate_record(null::mailing, '{"id": 2, "html": "<p>[[CONTACT|FULLNAME]] [[CONTACT|NICK]]</p>", "name": "For approval", "tags": [], "type": "regular", "state": "draft", "locale": null, "sender": "news@example.com", "doi_key": null, "subject": "x", "version": 3, "reply_to": null, "text_body": null, "account_id": 1, "created_at": "2026-11-22T01:48:22.271+00:00", "updated_at": "2026-11-22T01:48:22.342+00:00", "speed_level": "medium", "creator_name": "demo", "preview_text": null, "sender_alias": null, "schedule_time": null, "template_path": null, "editor_version": "v2", "content_version": 3, "recipient_alias": null, "target_group_id": null, "tracking_strategy": "highest-permission"}');
insert into mailing overriding system value select * from jsonb_populate_record(null::mailing, '{"id": 3, "html": "<p>zebra</p>", "name": "Zebra mailing", "tags": [], "type": "regular", "state": "draft", "locale": null, "sender": "zebra@zebra.example", "doi_key": null, "subject": "zebra", "version": 7, "reply_to": null, "text_body": null, "account_id": 1, "created_at": "2026-11-22T01:48:22.879+00:00", "updated_at": "2026-11-22T01:48:22.949+00:00", "speed_level": "medium", "creator_name": "demo", "preview_text": null, "sender_alias": null, "schedule_time": null, "template_path": "zebra/base", "editor_version": "v2", "content_version": 3, "recipient_alias": null, "target_group_id": 3, "tracking_strategy": "highest-permission"}');
insert into mailing_blacklist overriding system value select * from jsonb_populate_record(null::mailing_blacklist, '{"id": 1, "name": "Zebra mailing list", "account_id": 1, "created_at": "2026-11-22T01:48:22.83+00:00", "created_user": "demo"}');
insert into mailing_blacklist_expression overriding system value select * from jsonb_populate_record(null::mailing_blacklist_expression, '{"account_id": 1, "expression": "*@rival-zebra.example", "mailing_blacklist_id": 1}');
insert into mailing_blacklist_use overriding system value select * from jsonb_populate_record(null::mailing_blacklist_use, '{"account_id": 1, "mailing_id": 3, "mailing_blacklist_id": 1}');
insert into mailing_check overriding system value select * from jsonb_populate_record(null::mailing_check, '{"kind": "approval", "state": "warning", "result": {"sent": 3, "failures": [{"message": "550 <zacharias@traces.example.org>: no such user", "contactId": 7}]}, "account_id": 1, "mailing_id": 2, "started_at": "2026-11-22T01:48:22.379+00:00", "finished_at": "2026-11-22T01:48:22.491+00:00", "content_version": 3}');
insert into mailing_property overriding system value select * from jsonb_populate_record(null::mailing_property, '{"key": "zebra", "value": "zebra", "account_id": 1, "mailing_id": 3}');
insert into mailing_template overriding system value select * from jsonb_populate_record(null::mailing_template, '{"id": 1, "html": "<p>zebra</p>", "name": "base", "path": "zebra/base", "tags": [], "shared": false, "account_id": 1, "created_at": "2026-11-22T01:48:22.872+00:00"}');
insert into mailing_transition overriding system value select * from jsonb_populate_record(null::mailing_transition, '{"at": "2026-11-22T01:48:21.564+00:00", "id": 1, "actor": "user", "reason": null, "to_state": "released", "account_id": 1, "from_state": "draft", "mailing_id": 1}');
insert into opening overriding system value select * from jsonb_populate_record(null::opening, '{"at": "2026-11-22T01:48:22.502+00:00", "id": 1, "class": "human", "first": true, "format": "html", "source": "pixel", "occasion": "", "reader_id": 1, "account_id": 1, "mailing_id": 2, "user_agent": "Phone of zacharias", "device_type": "MOBILE", "recorded_at": "2026-11-22T01:48:22.507+00:00"}');
insert into opt_in_mail overriding system value select * from jsonb_populate_record(null::opt_in_mail, '{"state": "sent", "due_at": "2026-11-22T01:48:21.748+00:00", "reason": null, "attempts": 1, "account_id": 1, "message_id": "<1d99b452-2c22-40eb-a14f-0208d0ec81d3@example.com>", "request_id": 1}');
insert into opt_in_request overriding system value select * from jsonb_populate_record(null::opt_in_request, '{"id": 1, "page": "zacharias-page", "source": "page of zacharias", "account_id": 1, "contact_id": 7, "mailing_id": 1, "permission": 5, "user_agent": "node", "replaced_at": null, "confirmed_at": "2026-11-22T01:48:21.837+00:00", "confirmed_ip": "127.0.0.0", "email_folded": "zacharias@traces.example.org", "requested_at": "2026-11-22T01:48:21.601+00:00", "requested_ip": "127.0.0.0"}');
insert into opt_in_token overriding system value select * from jsonb_populate_record(null::opt_in_token, '{"hash": "\\x7664846b46afaf2bb97561fe474a7d2aa2d75b9b40465710f1a0e37d26573337", "account_id": 1, "request_id": 1}');
insert into reader overriding system value select * from jsonb_populate_record(null::reader, '{"id": 1, "alias": null, "clicks": 1, "openings": 1, "account_id": 1, "contact_id": 7, "mailing_id": 2, "last_opened_at": "2026-11-22T01:48:22.502+00:00", "last_clicked_at": "2026-11-22T01:48:22.502+00:00"}');
insert into subscription overriding system value select * from jsonb_populate_record(null::subscription, '{"at": "2026-11-22T01:48:21.837+00:00", "id": 1, "ip": "127.0.0.0", "account_id": 1, "contact_id": 7, "mailing_id": 1}');
insert into subscription overriding system value select * from jsonb_populate_record(null::subscription, '{"at": "2026-11-22T01:48:22.55+00:00", "id": 2, "ip": null, "account_id": 1, "contact_id": 8, "mailing_id": null}');
insert into target_group overriding system value select * from jsonb_populate_record(null::target_group, '{"id": 1, "name": "Team", "type": "test", "author": "demo", "account_id": 1, "created_at": "2026-11-22T01:48:20.611+00:00", "updated_at": "2026-11-22T01:48:20.611+00:00", "contact_filter_id": 1}');
insert into target_group overriding system value select * from jsonb_populate_record(null::target_group, '{"id": 2, "name": "Everybody", "type": "regular", "author": "demo", "account_id": 1, "created_at": "2026-11-22T01:48:20.611+00:00", "updated_at": "2026-11-22T01:48:20.611+00:00", "contact_filter_id": 2}');
insert into target_group overriding system value select * from jsonb_populate_record(null::target_group, '{"id": 3, "name": "Zebra group", "type": "regular", "author": "demo", "account_id": 1, "created_at": "2026-11-22T01:48:22.666+00:00", "updated_at": "2026-11-22T01:48:22.666+00:00", "contact_filter_id": 4}');
insert into target_group overriding system value select * from jsonb_populate_record(null::target_group, '{"id": 4, "name": "Zebra tests", "type": "test", "author": "demo", "account_id": 1, "created_at": "2026-11-22T01:48:22.679+00:00", "updated_at": "2026-11-22T01:48:22.679+00:00", "contact_filter_id": 4}');
insert into unsubscription overriding system value select * from jsonb_populate_record(null::unsubscription, '{"at": "2026-11-22T01:48:22.538+00:00", "id": 1, "source": "other", "account_id": 1, "contact_id": 7, "mailing_id": null}');
insert into unsubscription_reason overriding system value select * from jsonb_populate_record(null::unsubscription_reason, '{"id": 1, "type": "other", "message": "i am zacharias", "account_id": 1, "unsubscription_id": 1}');
insert into unsubscription_reason overriding system value select * from jsonb_populate_record(null::unsubscription_reason, '{"id": 2, "type": "no_demand", "message": null, "account_id": 1, "unsubscription_id": 1}');
select setval(pg_get_serial_sequence('account', 'id'), (select max(id) from account));
select setval(pg_get_serial_sequence('api_key', 'id'), (select max(id) from api_key));
select setval(pg_get_serial_sequence('approval', 'id'), (select max(id) from approval));
select setval(pg_get_serial_sequence('blacklist', 'id'), (select max(id) from blacklist));
select setval(pg_get_serial_sequence('click', 'id'), (select max(id) from click));
select setval(pg_get_serial_sequence('contact', 'id'), (select max(id) from contact));
select setval(pg_get_serial_sequence('contact_block', 'id'), (select max(id) from contact_block));
select setval(pg_get_serial_sequence('contact_filter', 'id'), (select max(id) from contact_filter));
select setval(pg_get_serial_sequence('custom_field', 'id'), (select max(id) from custom_field));
select setval(pg_get_serial_sequence('delivery', 'id'), (select max(id) from delivery));
select setval(pg_get_serial_sequence('erasure', 'id'), (select max(id) from erasure));
select setval(pg_get_serial_sequence('link', 'id'), (select max(id) from link));
select setval(pg_get_serial_sequence('mailing', 'id'), (select max(id) from mailing));
select setval(pg_get_serial_sequence('mailing_blacklist', 'id'), (select max(id) from mailing_blacklist));
select setval(pg_get_serial_sequence('mailing_template', 'id'), (select max(id) from mailing_template));
select setval(pg_get_serial_sequence('mailing_transition', 'id'), (select max(id) from mailing_transition));
select setval(pg_get_serial_sequence('opening', 'id'), (select max(id) from opening));
select setval(pg_get_serial_sequence('opt_in_request', 'id'), (select max(id) from opt_in_request));
select setval(pg_get_serial_sequence('reader', 'id'), (select max(id) from reader));
select setval(pg_get_serial_sequence('subscription', 'id'), (select max(id) from subscription));
select setval(pg_get_serial_sequence('target_group', 'id'), (select max(id) from target_group));
select setval(pg_get_serial_sequence('unsubscription', 'id'), (select max(id) from unsubscription));
select setval(pg_get_serial_sequence('unsubscription_reason', 'id'), (select max(id) from unsubscription_reason));
set session_replication_role = origin;
