import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { sql } from 'kysely';
import { moving } from '../../src/account/index.ts';
import { writeMoveFile } from '../../src/administration/moving/file.ts';
import type { FileHead } from '../../src/administration/moving/file-parts.ts';
import { verified } from '../../src/administration/moving/signature.ts';
import type { Db } from '../../src/platform/database/schema.ts';

export const moveKey = 'the key that both installations know';

type Row = Record<string, unknown>;

/** What the file of an account has, to be changed by its author. Bigints of rows are numbers here. */
export interface OpenFile {
  head: FileHead;
  pages: { table: string; rows: Row[] }[];
}

export async function openFile(path: string): Promise<OpenFile> {
  const packed = Readable.from(verified(createReadStream(path), moveKey), { objectMode: false });
  const lines = (await text(packed.pipe(createGunzip()))).trim().split('\n');
  const [first, ...rest] = lines.map((line) => JSON.parse(line));
  return { head: first.head, pages: rest.slice(0, -1) };
}

export const rowsOf = ({ pages }: OpenFile, table: string): Row[] =>
  pages.flatMap((page) => (page.table === table ? page.rows : []));

/** Adds rows to a file, in the place of their table. */
export function plant(file: OpenFile, table: string, ...rows: Row[]): void {
  const order = file.head.tables.map(({ name }) => name);
  const behind = file.pages.findIndex((page) => order.indexOf(page.table) > order.indexOf(table));
  file.pages.splice(behind === -1 ? file.pages.length : behind, 0, { table, rows });
}

/** Numbers that JavaScript cannot write are given as texts. */
const toLine = (table: string, rows: readonly string[]) => `{"table":"${table}","rows":[${rows.join(',')}]}\n`;

/** Writes the file as its author would: with the right fingerprints of the account's rows, and signed. */
export async function writeFileOf(db: Db, path: string, { head, pages }: OpenFile, key = moveKey): Promise<void> {
  const prints = new Map(head.tables.map(({ name }) => [name, moving.startFingerprint()]));
  const lines: string[] = [`${JSON.stringify({ head })}\n`];
  for (const { table, rows } of pages) {
    const own = rows.filter((row) => row[table === 'account' ? 'id' : 'account_id'] === head.account.id);
    const columns = head.tables.find(({ name }) => name === table)?.columns ?? [];
    prints.get(table)?.add(await canonical(db, table, columns, own));
    lines.push(
      toLine(
        table,
        rows.map((row) => JSON.stringify(row)),
      ),
    );
  }
  const end = Array.from(prints, ([name, print]) => [name, print.result]);
  lines.push(`${JSON.stringify({ end })}\n`);
  await writeMoveFile(path, Readable.from(lines), key);
}

/** The texts that a database with these columns would write. */
async function canonical(db: Db, table: string, columns: readonly string[], rows: readonly Row[]): Promise<string[]> {
  if (rows.length === 0) return [];
  return db.transaction().execute(async (transaction) => {
    await sql`select set_config('TimeZone', 'UTC', true)`.execute(transaction);
    const read = sql<{ text: string }>`
      select to_jsonb(r)::text as text from (
        select ${sql.join(columns.map((column) => sql.id(column)))}
        from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
      ) as r`;
    return (await read.execute(transaction)).rows.map((row) => row.text);
  });
}

/** All rows but the log of operators, and all sequences, as texts. */
export async function snapshot(db: Db): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' order by 1`.execute(db);
  const all: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ hash: string }>`
      select md5(coalesce(string_agg(r::text, '|' order by r::text), '')) as hash from ${sql.table(name)} as r`.execute(
      db,
    );
    all[name] = rows[0]!.hash;
  }
  const { rows: sequences } = await sql<{ name: string; last: string }>`
    select sequencename::text as name, last_value::text as last from pg_sequences
    where schemaname = current_schema()`.execute(db);
  for (const { name, last } of sequences) all[name] = last;
  return all;
}
