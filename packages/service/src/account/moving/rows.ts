import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { type Fingerprint, hashDigits, startFingerprint } from './fingerprint.ts';
import { hasSecrets, openRow, sealRows } from './secrets.ts';
import type { TableOfAccounts } from './tables.ts';

/** Bytes of rows that are read at once, as far as the rows before tell. */
const pageBytes = 2_000_000;
const pageRows = { first: 8, most: 5000 };

type Page = { row: string; key: string[] };

/** Yields the rows of an account as JSON with readable secrets, in pages. Nothing may change them meanwhile. */
export async function* readRows(db: Db, table: TableOfAccounts, accountId: number): AsyncGenerator<string[]> {
  let last: string[] | undefined;
  for (let limit = pageRows.first; ; ) {
    const page = await readPage(db, table, accountId, last, limit);
    if (page.length === 0) return;
    yield page.map(({ row }) => openRow(db, table.name, row));
    if (page.length < limit || table.key.length === 0) return;
    last = page.at(-1)!.key;
    const bytes = page.reduce((sum, { row }) => sum + row.length, 0);
    const fitting = Math.floor((page.length * pageBytes) / bytes);
    limit = Math.max(1, Math.min(fitting, 4 * limit, pageRows.most));
  }
}

async function readPage(
  db: Db,
  { name, owner, columns, key }: TableOfAccounts,
  accountId: number,
  last: string[] | undefined,
  limit: number,
): Promise<Page[]> {
  const names = sql.join(key.map(({ column }) => sql.id(column)));
  const values = sql.join(key.map(({ type }, at) => sql`${last?.[at]}::text::${sql.raw(type)}`));
  const behind = last && key.length > 0 ? sql`and (${names}) > (${values})` : sql``;
  const order = key.length > 0 ? sql`order by ${names}` : sql``;
  const texts = sql.join(key.map(({ column }) => sql`r.${sql.id(column)}::text`));
  const page = sql<Page>`
    select ${asJson} as row, array[${texts}]::text[] as key from (
      select ${list(columns)} from ${sql.table(name)} where ${sql.id(owner)} = ${accountId} ${behind} ${order} limit ${limit}
    ) as r`;
  return inPlainFormat(db, async (transaction) => (await page.execute(transaction)).rows);
}

/**
 * Inserts rows of an account from an array in JSON, and returns their number. The statement itself gives each row to the
 * account, so that no text can make one of another.
 * @throws Error if a row names another account
 */
export async function insertRows(
  db: Db,
  { name, owner, columns, computed = [] }: TableOfAccounts,
  accountId: number,
  json: string,
): Promise<number> {
  const stored = [...columns.map((column) => ({ column, from: column })), ...computed];
  const values = stored.map(({ column, from }) =>
    column === owner ? sql`${accountId}::int8` : sql`r.${sql.id(from)}`,
  );
  const names = stored.map(({ column }) => column);
  const { rows } = await sql<{ given: number; stored: number }>`
    with given as materialized (
      select r.* from jsonb_populate_recordset(null::${sql.table(name)}, ${sealRows(db, name, json)}::jsonb) as r
    ), stored as (
      insert into ${sql.table(name)} (${list(names)}) overriding system value
      select ${sql.join(values)} from given as r where r.${sql.id(owner)} = ${accountId} returning 1
    )
    select (select count(*) from given) as given, (select count(*) from stored) as stored`.execute(db);
  const [count] = rows;
  const others = count!.given - count!.stored;
  if (others > 0) throw new Error(`${others} rows of ${name} in the file belong to another account`);
  return count!.stored;
}

/** Counts rows and adds up their hashes: within the database, unless it has them with encrypted secrets. */
export async function fingerprintOf(db: Db, table: TableOfAccounts, accountId: number): Promise<Fingerprint> {
  const { name, owner, columns } = table;
  if (hasSecrets(db, name)) {
    const print = startFingerprint();
    for await (const rows of readRows(db, table, accountId)) print.add(rows);
    return print.result;
  }
  const counted = sql<Fingerprint>`
    select count(*)::int8 as rows,
      coalesce(sum(('x' || substr(encode(sha256(convert_to(${asJson}, 'UTF8')), 'hex'), 1, ${sql.lit(hashDigits)}))::bit(60)::int8), 0)::text as sum
    from (select ${list(columns)} from ${sql.table(name)} where ${sql.id(owner)} = ${accountId}) as r`;
  return inPlainFormat(db, async (transaction) => (await counted.execute(transaction)).rows[0]!);
}

export async function countRows(db: Db, { name, owner }: TableOfAccounts, accountId: number): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select count(*)::int8 as rows from ${sql.table(name)} where ${sql.id(owner)} = ${accountId}`.execute(db);
  return rows[0]!.rows;
}

export async function deleteRows(db: Db, { name, owner }: TableOfAccounts, accountId: number): Promise<void> {
  await sql`delete from ${sql.table(name)} where ${sql.id(owner)} = ${accountId}`.execute(db);
}

const asJson = sql`to_jsonb(r)::text`;
const list = (columns: readonly string[]): RawBuilder<unknown> => sql.join(columns.map((column) => sql.id(column)));

/** Texts of times and bytes depend on settings of the server. */
function inPlainFormat<Result>(db: Db, read: (db: Db) => Promise<Result>): Promise<Result> {
  const plainly = async (transaction: Db) => {
    await sql`select set_config('TimeZone', 'UTC', true), set_config('bytea_output', 'hex', true)`.execute(transaction);
    return read(transaction);
  };
  return db.isTransaction ? plainly(db) : db.transaction().execute(plainly);
}
