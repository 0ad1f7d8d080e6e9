import { type Selectable, sql } from 'kysely';
import { deleteOutcomes } from '../../outcomes/index.ts';
import type { Permission } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { TableRow } from '../reading/table-row.ts';
import type { ReadFile } from '../reading/worker.ts';
import type { ContactImportTable } from '../tables.ts';
import { columnsOfTable, storedTables } from './file-tables.ts';

export type ContactImport = Selectable<ContactImportTable>;

/** Imports of an account that are not done; each keeps a file. */
const maxOpen = 20;
/** Parts of a statement: all of a large file would keep the main thread for seconds, and take ten times their memory. */
const partsAtOnce = 10;
const uploadedHours = 24;
const keptDays = 30;

const after = (hours: number) => sql<Date>`now() + make_interval(hours => ${hours})`;

/** Stores a file that was read. Returns `undefined` if the account has 20 that are not done. To be called in a transaction. */
export async function insertImport(
  db: Db,
  accountId: number,
  name: string,
  file: ReadFile,
): Promise<ContactImport | undefined> {
  // One after the other, so that two cannot both be the twentieth.
  await sql`select pg_advisory_xact_lock(hashtextextended('contact import', ${accountId}))`.execute(db);
  const { open } = await db
    .selectFrom('contact_import')
    .select((row) => row.fn.countAll<number>().as('open'))
    .where('account_id', '=', accountId)
    .where('state', '<>', 'done')
    .executeTakeFirstOrThrow();
  if (open >= maxOpen) return undefined;
  const { kind, encoding, separator } = file;
  const tables = storedTables(file);
  const parts = file.tables.flatMap((table) => table.parts);
  const stored = await db
    .insertInto('contact_import')
    .values({
      account_id: accountId,
      name,
      state: 'uploaded',
      kind,
      encoding: encoding ?? null,
      separator: separator ?? null,
      ...columnsOfTable(tables[0]!),
      sheets: JSON.stringify(tables),
      fields: null,
      permission: null,
      started_by: null,
      tag: null,
      expires_at: after(uploadedHours),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  for (let from = 0; from < parts.length; from += partsAtOnce) {
    const some = parts.slice(from, from + partsAtOnce);
    await sql`
      insert into contact_import_part (account_id, import_id, part, rows)
      select ${accountId}::int8, ${stored.id}::int8, ${from}::int8 + part - 1, rows
      from unnest(${some}::text[]) with ordinality as given (rows, part)`.execute(db);
  }
  return stored;
}

export async function findImport(db: Db, accountId: number, id: number): Promise<ContactImport | undefined> {
  return db
    .selectFrom('contact_import')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Finds an import that is to be changed in the open transaction. */
export async function lockImport(db: Db, accountId: number, id: number): Promise<ContactImport | undefined> {
  return db
    .selectFrom('contact_import')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** The imports of an account, the newest first. */
export async function listImports(
  db: Db,
  accountId: number,
  { page_size, page_index }: { page_size: number; page_index: number },
): Promise<ContactImport[]> {
  return db
    .selectFrom('contact_import')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(page_size)
    .offset((page_index - 1) * page_size)
    .execute();
}

export async function countImports(db: Db, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('contact_import')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return count;
}

/** What is to be done with the rows. */
export interface Settings {
  /** Field of each column, empty for those that are skipped. */
  fields: string[];
  /** Format of each column, empty for those that need none. */
  formats: string[];
  /** Whether a bad value leaves out its field alone. */
  keep_rows: boolean;
  permission: Permission | null;
  tag: string | null;
  by_external_id: boolean;
  keep_existing: boolean;
  /** The user who starts it; null for a program with a key. */
  started_by: number | null;
}

/** Notes that an import of the chosen table runs, and with what settings. */
export async function markStarted(
  db: Db,
  { account_id, id, sheet, columns, skipped_rows, rows, first_part, parts }: ContactImport,
  settings: Settings,
): Promise<ContactImport> {
  const table = { sheet, columns, skipped_rows, rows, first_part, parts };
  return db
    .updateTable('contact_import')
    .set({ state: 'running', ...table, sheets: null, ...settings, expires_at: after(keptDays * 24) })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Returns the rows of a part, the first ones of the file left out that are no contacts; none if the part is gone. */
export async function readPart(
  db: Db,
  { account_id, id, skipped_rows, first_part }: ContactImport,
  part: number,
): Promise<TableRow[]> {
  const found = await db
    .selectFrom('contact_import_part')
    .select('rows')
    .where('account_id', '=', account_id)
    .where('import_id', '=', id)
    .where('part', '=', first_part + part)
    .executeTakeFirst();
  const rows = JSON.parse(found?.rows ?? '[]') as TableRow[];
  return part === 0 ? rows.slice(skipped_rows) : rows;
}

/** Notes that an import is over, and deletes its file. */
export async function markDone(db: Db, { account_id, id }: ContactImport): Promise<void> {
  await db
    .updateTable('contact_import')
    .set({ state: 'done' })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute();
  await db.deleteFrom('contact_import_part').where('account_id', '=', account_id).where('import_id', '=', id).execute();
}

/** Deletes an import with its file and its list of errors. Returns false if there is none. */
export async function deleteImport(db: Db, accountId: number, id: number): Promise<boolean> {
  await deleteOutcomes(db, accountId, ['import'], id);
  const { numDeletedRows } = await db
    .deleteFrom('contact_import')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes imports of all accounts whose time is over. */
export async function purgeImports(db: Db): Promise<void> {
  await db.deleteFrom('contact_import').where('expires_at', '<=', sql<Date>`now()`).execute();
}

/** Names of the files of imports by their ids. */
export async function importNames(db: Db, accountId: number, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('contact_import')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .where(sql<boolean>`id = any(${ids}::int8[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
