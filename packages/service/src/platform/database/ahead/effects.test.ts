import { expect, test } from 'vitest';
import { effectsOf } from './effects.ts';

test.each<[statement: string, effects: string[]]>([
  ['create table note (id bigint primary key, contact_id bigint references contact)', []],
  ['drop table click', []],
  ['drop index click_by_time', []],
  ["alter table contact add column tags text[] not null default '{}'", []],
  ["alter table contact add column note text default 'a, type b'", []],
  ['alter table contact\n  add column a integer not null default 0,\n  add column b timestamptz(3)', []],
  ['alter table contact drop column a, rename column b to c', []],
  ['alter table contact add column at timestamptz not null default now()', []],
  ['alter table contact add column at timestamptz not null default clock_timestamp()', ['rewrites contact']],
  ['alter table contact add column key uuid default gen_random_uuid()', ['rewrites contact']],
  ['alter table contact add column n bigint generated always as identity', ['rewrites contact']],
  ['alter table contact add column low text generated always as (lower(email)) stored', ['rewrites contact']],
  ['alter table contact alter column email type varchar(400)', ['rewrites contact']],
  ['alter table contact alter column email set default 1', []],
  ['alter table contact alter column email set not null', ['reads contact']],
  ['alter table contact add constraint short check (length(email) < 9)', ['reads contact']],
  ['alter table contact add constraint short check (length(email) < 9) not valid', []],
  ['alter table contact validate constraint short', ['reads contact']],
  ['alter table click add constraint known foreign key (a) references contact', ['reads click']],
  ['alter table click add constraint one unique (a, b), add column c text', ['indexes click']],
  ['alter table click add primary key (a)', ['indexes click']],
  ['create unique index click_once on click (account_id, id) where bot', ['indexes click']],
  ['create index made_on_x on click using gin (tags)', ['indexes click']],
  ["update contact set email = 'a' where id = 1", ['changes-rows contact']],
  ['delete from click where id = 1', ['changes-rows click']],
  [
    'insert into journal select id from click join contact using (id) on conflict do update set a = 1',
    ['reads click', 'reads contact'],
  ],
  ["insert into setting values ('a', 1)", []],
  [
    'with moved as (delete from click returning id) insert into old select id from moved',
    ['changes-rows click', 'reads moved'],
  ],
  ['create or replace function f() returns trigger as $$ begin update contact set a = 1; end $$ language plpgsql', []],
])('%s: %j', (statement, effects) => {
  expect(effectsOf(statement, new Set()).map(({ kind, table }) => `${kind} ${table}`)).toEqual(effects);
});

test('a table of the same migrations is small', () => {
  const fresh = new Set<string>();
  const statements = [
    'create table if not exists note (id bigint)',
    'create index n on note (id)',
    'update note set id = 1',
  ];
  expect(statements.flatMap((statement) => effectsOf(statement, fresh))).toEqual([]);
});
