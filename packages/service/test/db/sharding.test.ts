import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { databases } from '../support/database.ts';
import { findUndistributable, referenceTables } from './distribution-rules.ts';

const guide = readFileSync(new URL('../../../../docs/guides/scale.md', import.meta.url), 'utf8');
const section = guide.split(/^## /m).find((text) => text.startsWith('Several database servers'))!;

/** One violation of each rule, made as `planted`, and the name of its part. */
const violations: Record<string, { statement: string; part: string }> = {
  'a distributed table has the column account_id, which is not null': {
    statement: 'create table planted (account_id bigint)',
    part: 'account_id',
  },
  'the column account_id has one type': {
    statement: 'create table planted (account_id text not null)',
    part: 'account_id',
  },
  'a primary key, unique index or exclusion constraint contains account_id': {
    statement: 'create table planted (account_id bigint not null, id bigint, unique (id) include (account_id))',
    part: 'planted_id_account_id_key',
  },
  'a foreign key compares account_id with account_id, or leads to a reference table': {
    statement: `create table planted (account_id bigint not null, id bigint not null,
      constraint crossed foreign key (id, account_id) references contact (account_id, id))`,
    part: 'crossed',
  },
  'a foreign key with account_id sets nothing to null or a default, and follows no update': {
    statement: `create table planted (account_id bigint not null, id bigint,
      constraint emptied foreign key (account_id, id) references contact (account_id, id) on delete set null (id))`,
    part: 'emptied',
  },
  'a distributed table has no trigger': {
    statement: `create table planted (account_id bigint not null); create trigger fired before update on planted
      for each row execute function suppress_redundant_updates_trigger()`,
    part: 'fired',
  },
  'a distributed table has no rule': {
    statement: `create table planted (account_id bigint not null);
      create rule ignored as on delete to planted do instead nothing`,
    part: 'ignored',
  },
  'a sequence of a distributed table counts in bigint': {
    statement: 'create table planted (account_id bigint not null, id integer generated always as identity)',
    part: 'id',
  },
};

const server = databases().find(({ kind }) => kind === 'server')!;

test('the guide lists what cannot be distributed by account, and all else can', async () => {
  const { kysely: db } = await server.open();
  const listed = [...section.matchAll(/^\| `(\w+: \w+)`/gm)].map(([, name]) => name);
  expect(
    Object.values(await findUndistributable(db))
      .flat()
      .sort(),
  ).toEqual(listed);
});

test('the guide names the tables that every node has, and they exist', async () => {
  const { kysely: db } = await server.open();
  const step = /^1\. Make (.*?) reference tables/ms.exec(section)![1]!;
  const named = [...step.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  expect(named).toEqual(referenceTables);
  const { rows } = await sql<{ name: string }>`select relname::text as name from pg_class
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`.execute(db);
  const names = rows.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(60);
  expect(names).toEqual(expect.arrayContaining(referenceTables));
});

test('a violation of each rule is found', async () => {
  const { kysely: db } = await server.open();
  const before = await findUndistributable(db);
  expect(Object.keys(violations)).toEqual(Object.keys(before));
  for (const [rule, { statement, part }] of Object.entries(violations)) {
    for (const each of statement.split(';')) await sql.raw(each).execute(db);
    const found = await findUndistributable(db);
    const added = found[rule]!.filter((name) => !before[rule]!.includes(name));
    expect(added, rule).toEqual([`planted: ${part}`]);
    await sql`drop table planted`.execute(db);
  }
});
