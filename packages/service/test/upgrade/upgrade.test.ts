import { readFileSync } from 'node:fs';
import { createClient } from '@mailwright/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRow } from '../../src/account/moving/secrets.ts';
import type { Database } from '../../src/platform/database/open.ts';
import type { Db } from '../../src/platform/database/schema.ts';
import { databases } from '../support/database.ts';
import { startTestService } from '../support/service.ts';

const dump = readFileSync(new URL('44cf689.sql', import.meta.url), 'utf8');
const key = /^-- API key: (\S+)$/m.exec(dump)![1]!;

/** A query for the rows of a table as they were, where a later migration has moved or changed what it held. */
const moved: Record<string, string> = {
  approval: `
    select approval.*, hash as token_hash
    from approval join approval_token as token on token.account_id = approval.account_id and approval_id = id`,
  erasure: 'select *, 0 as sweeps from erasure', // each outbox counts for itself
  mailing: `
    select mailing.*, subject, preview_text, sender, sender_alias, recipient_alias, html, text_body,
      to_jsonb(reply_to_email) as reply_to
    from mailing join mailing_content as content on content.account_id = mailing.account_id and mailing_id = mailing.id`,
  opt_in_mail: `
    select account_id, split_part(occasion, ':', 2)::int8 as request_id, state, reason
    from recipient where purpose = 'opt-in'`,
};

/** Columns that are no more: what they told stands in the queue, or is computed. */
const dropped: Record<string, readonly string[]> = {
  contact_filter: ['refresh_queued_at', 'refreshing_until'],
  opt_in_mail: ['attempts', 'due_at', 'message_id'],
};

type Row = Record<string, unknown>;

/** The rows of the dump by table. */
const before: Record<string, Row[]> = {};
for (const [, table, row] of dump.matchAll(/^insert into (\w+) .*?, '(.*)'\);$/gm)) {
  before[table!] ??= [];
  before[table!]!.push(JSON.parse(row!.replaceAll("''", "'")));
}

/** The rows of a table, with secrets that are encrypted now as they were. */
async function rowsNow(db: Db, table: string): Promise<Row[]> {
  return db.transaction().execute(async (transaction) => {
    await sql`set local time zone 'UTC'`.execute(transaction);
    const source = sql.raw(moved[table] ?? `select * from ${table}`);
    const { rows } = await sql<{ row: Row }>`select to_jsonb(t) as row from (${source}) as t`.execute(transaction);
    return rows.map(({ row }) => JSON.parse(openRow(db, table, JSON.stringify(row))) as Row);
  });
}

/** All columns, constraints and indexes, in a form that can be compared. */
async function tables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', table_name, column_name, data_type, collation_name, is_nullable, column_default,
      is_identity) as line from information_schema.columns where table_schema = 'public'
    union all select concat_ws(' ', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select indexdef from pg_indexes where schemaname = 'public'
    order by 1`.execute(db);
  return rows.map(({ line }) => line);
}

test('the dump has rows of every table of its commit', () => {
  const made = [...dump.matchAll(/^create table (?:if not exists )?"?(\w+)"?/gm)].map(([, table]) => table);
  expect(made.length).toBeGreaterThan(30);
  expect(Object.keys(before).sort()).toEqual(made.sort());
});

describe.each(databases())('a database of commit 44cf689 on $kind', ({ open, openFrom }) => {
  let database: Database;
  beforeAll(async () => {
    database = await openFrom(dump);
  });
  afterAll(() => database?.close());

  test('a mail of double opt-in that was under way is due', async () => {
    const older = await openFrom(`${dump}\nupdate opt_in_mail set state = 'claimed';`);
    const batches = await older.kysely
      .selectFrom('recipient_batch as batch')
      .innerJoin('recipient', 'recipient.occasion', 'batch.occasion')
      .select(['recipient.state', 'recipient.deferrals', 'batch.purpose', 'batch.priority', 'batch.contact_ids'])
      .execute();
    const jobs = await older.kysely.selectFrom('job').select('kind').where('kind', '=', 'opt-in-mail').execute();
    await older.close();
    const [{ contact_id }] = before.opt_in_request as [{ contact_id: number }];
    expect([batches, jobs]).toEqual([
      [{ state: 'pending', deferrals: 0, purpose: 'opt-in', priority: 0, contact_ids: [contact_id] }],
      [],
    ]);
  });

  test.each(Object.entries(before))('%s keeps its rows', async (table, rows) => {
    const wanted = rows.map((row) => {
      const kept = Object.entries(row).filter(([column]) => !dropped[table]?.includes(column));
      return expect.objectContaining(Object.fromEntries(kept));
    });
    expect(await rowsNow(database.kysely, table)).toEqual(expect.arrayContaining(wanted));
  });

  test('programs read the events that were recorded before', async () => {
    const { rows } = await sql<{ kind: string; ids: number[] }>`
      select kind, array_agg(event order by event) as ids from journal_entry, unnest(event_ids) as event group by kind`.execute(
      database.kysely,
    );
    const idsOf = (table: string) => before[table]!.map(({ id }) => id as number).toSorted((a, b) => a - b);
    const wanted = ['click', 'delivery', 'opening', 'unsubscription'].map((kind) => [kind, idsOf(kind)]);
    expect(Object.fromEntries(rows.map(({ kind, ids }) => [kind, ids]))).toEqual(Object.fromEntries(wanted));
  });

  test('has the tables of a new database', async () => {
    const fresh = await open();
    expect(await tables(database.kysely)).toEqual(await tables(fresh.kysely));
  });

  test('is served: its key opens what was in it, and more can be added', async () => {
    const service = await startTestService(database);
    const client = createClient({ baseUrl: `${service.origin}/1.0`, apiKey: key, fetch: service.fetch });
    const { items } = await client.contacts.list({ custom_field: ['NICK'], standard_field: ['FULLNAME'] }).orThrow();
    expect(items.map(({ email }) => email)).toEqual(before.contact!.map(({ email }) => email));
    const mailings = before.mailing!.map(({ id, html }) => [id, html]);
    for (const [mailingid, html] of mailings as [number, string][]) {
      expect(await client.mailings.getHtml({ mailingid }).orThrow()).toBe(html);
    }
    const id = await client.contacts.createByEmail({ email: 'new@example.com', body: {} }).orThrow();
    expect(id).toBeGreaterThan(Math.max(...before.contact!.map((contact) => contact.id as number)));
    await service.close();
  });
});
