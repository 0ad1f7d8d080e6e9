import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { accountTables, type TableOfAccounts } from '../../src/account/moving/tables.ts';
import { exportAccount } from '../../src/administration/moving/export-account.ts';
import { tablesOfFile } from '../../src/administration/moving/fit.ts';
import { importAccount } from '../../src/administration/moving/import-account.ts';
import type { Db } from '../../src/platform/database/schema.ts';
import { databases } from '../support/database.ts';
import { moveKey, type OpenFile, openFile, plant, rowsOf, writeFileOf } from './hostile-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'mailwright-older-'));
let files = 0;
const newPath = () => join(folder, `${++files}.account.gz`);
const show = () => {};

/** A database of an older version with rows in every table that it knew. */
const dump = readFileSync(new URL('../upgrade/44cf689.sql', import.meta.url), 'utf8');
/** Columns that the older version knew, by table. */
const olderColumns = new Map<string, Set<string>>();
for (const [, table, row] of dump.matchAll(/^insert into (\w+) .*?, '(.*)'\);$/gm)) {
  const known = olderColumns.get(table!) ?? new Set();
  olderColumns.set(table!, known);
  for (const column of Object.keys(JSON.parse(row!.replaceAll("''", "'")))) known.add(column);
}

const [, server] = databases();
let there: Db;
let accountId: number;
let tables: TableOfAccounts[];
let whole: string;
beforeAll(async () => {
  there = (await server!.openFrom(dump)).kysely;
  await sql`update blacklist set global = false`.execute(there);
  await sql`update mailing_template set shared = false`.execute(there);
  await sql`update account_user set password_hash = null where password_hash is not null`.execute(there);
  accountId = (await there.selectFrom('account').select('id').orderBy('id').executeTakeFirstOrThrow()).id;
  tables = await accountTables(there);
  whole = newPath();
  await exportAccount(there, accountId, { path: whole, key: moveKey, dkimDirectory: undefined }, show);
});

/** Takes columns out of a file. */
function leaveOut(file: OpenFile, table: string, columns: readonly string[]): void {
  const told = file.head.tables.find(({ name }) => name === table)!;
  told.columns = told.columns.filter((column) => !columns.includes(column));
  for (const row of rowsOf(file, table)) for (const column of columns) delete row[column];
}

async function changed(change: (file: OpenFile) => void): Promise<string> {
  const file = await openFile(whole);
  change(file);
  const path = newPath();
  await writeFileOf(there, path, file);
  return path;
}

const importing = (db: Db, path: string) => importAccount(db, { path, key: moveKey, dkimDirectory: undefined }, show);

const isRandom = (value: string | null) => value !== null && /random|now\(/.test(value);

/** Columns of today that the older version did not know, of the tables that it knew. */
const younger = () =>
  tables.flatMap(({ name, columns, required }) => {
    const known = olderColumns.get(name);
    const added = known ? columns.filter((column) => !known.has(column) && !required.includes(column)) : [];
    return added.length === 0 ? [] : [{ name, added }];
  });

describe.each(databases())('the file of an older version on $kind', ({ open }) => {
  let db: Db;
  beforeAll(async () => {
    db = (await open()).kysely;
  });
  afterEach(async () => {
    await sql`delete from account where id = ${accountId}`.execute(db);
  });

  test('is imported: what it does not know has the values of new rows', async () => {
    const added = younger();
    expect(added.length).toBeGreaterThan(10);
    const path = await changed((file) => {
      for (const { name, added: columns } of added) leaveOut(file, name, columns);
      const isKnown = ({ name }: { name: string }) => olderColumns.has(name);
      file.pages = file.pages.filter(({ table }) => isKnown({ name: table }));
      file.head.tables = file.head.tables.filter(isKnown);
    });
    await importing(db, path);
    for (const { name, added: columns } of added) {
      const { rows } = await sql<{ column: string; value: string | null }>`
        select attname::text as column, pg_get_expr(adbin, adrelid) as value
        from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where attrelid = ${name}::regclass and attname = any(${columns}::text[])`.execute(db);
      for (const { column, value } of rows) {
        // A random value differs from the next one.
        const differs = isRandom(value)
          ? sql`${sql.id(column)} is null`
          : sql`${sql.id(column)} is distinct from ${sql.raw(value ?? 'null')}`;
        const { rows: other } = await sql`select from ${sql.table(name)} where ${differs} limit 1`.execute(db);
        expect(other, `${name}.${column}`).toEqual([]);
      }
    }
  });

  test.each<[string, (file: OpenFile) => void, RegExp]>([
    [
      'a value that must be there',
      (file) => Object.assign(rowsOf(file, 'contact')[0]!, { permission: null }),
      /^the file cannot be imported: a row of contact has no permission$/,
    ],
    [
      'a row of a mailing that is not there',
      (file) => Object.assign(rowsOf(file, 'mailing_content')[0]!, { mailing_id: 999_999 }),
      /^the file cannot be imported: a row of mailing_content names a row of mailing that does not exist$/,
    ],
    [
      'the same row twice',
      (file) => plant(file, 'contact', { ...rowsOf(file, 'contact')[0]! }),
      /^the file cannot be imported: a row of contact has the same account_id, id as another one, in the file or here$/,
    ],
    [
      'a value of another kind',
      // Its account is a text, so that the author of the file need not know how the database would write it.
      (file) => plant(file, 'contact', { ...rowsOf(file, 'contact')[0]!, account_id: String(accountId), tags: 7 }),
      /^the file cannot be imported: a row of contact has a value that its column cannot hold$/,
    ],
    [
      'a value that is not allowed',
      (file) => Object.assign(rowsOf(file, 'api_key')[0]!, { rights: ['rule'] }),
      /^the file cannot be imported: a row of api_key has values that are not allowed together or at all \(rule \w+\)$/,
    ],
    [
      'a column that is not known here',
      (file) => file.head.tables.find(({ rows }) => rows === 0)!.columns.push('youth'),
      /^the file was written by a newer version of Mailwright \(it has \w+\.youth, which is unknown here\); install this version first$/,
    ],
  ])('with %s is refused in words', async (_, change, wanted) => {
    const path = newPath();
    const file = await openFile(whole);
    change(file);
    await writeFileOf(there, path, file);
    await expect(importing(db, path)).rejects.toThrow(wanted);
    expect(await db.selectFrom('account').select('id').where('id', '=', accountId).execute()).toEqual([]);
  });

  test('is imported: what an upgrade would have computed is computed', async () => {
    const path = await changed((file) => {
      const counts = { deliveries: 9, openings: 5, unique_openings: 4, clicks: 2, unique_clicks: 1, bounces: 3 };
      const row = { account_id: accountId, mailing_id: rowsOf(file, 'mailing')[0]!.id, permanent_bounces: 2 };
      plant(file, 'archived_total', { ...row, ...counts });
      leaveOut(file, 'archived_total', ['bounced_mails']);
    });
    await importing(db, path);
    const { rows } = await sql`select bounced_mails::int4 from archived_total where account_id = ${accountId}`.execute(
      db,
    );
    expect(rows).toEqual([{ bounced_mails: 2 }]);
  });
});

test('every column may be missing that is not needed, and no other', () => {
  for (const { name, columns, required } of tables)
    for (const column of columns) {
      const given = tables.map((table) => ({
        name: table.name,
        columns: table.columns.filter((each) => table.name !== name || each !== column),
        rows: 0,
      }));
      const fit = () => tablesOfFile(tables, given);
      if (required.includes(column)) expect(fit, `${name}.${column}`).toThrow(`the file lacks ${name}.${column}`);
      else expect(fit().find((table) => table.name === name)?.columns).not.toContain(column);
    }
});
