import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import type { BlacklistTable } from '../tables.ts';

/** Name of the blacklist for addresses that are blocked without naming one. */
export const suppressionList = 'Suppression list';

export type Blacklist = Selectable<BlacklistTable>;

/** Returns the account's and the global blacklists by id. */
export async function listBlacklists(db: Db, accountId: number): Promise<Blacklist[]> {
  return visible(db, accountId).orderBy('id').execute();
}

/** One of the account or a global one. */
export async function findBlacklist(db: Db, accountId: number, id: number): Promise<Blacklist | undefined> {
  return visible(db, accountId).where('id', '=', id).executeTakeFirst();
}

function visible(db: Db, accountId: number) {
  return db
    .selectFrom('blacklist')
    .selectAll()
    .where((list) => list.or([list('account_id', '=', accountId), list('global', '=', true)]));
}

/** Id of the new list; undefined when the name is taken. */
export async function insertBlacklist(db: Db, accountId: number, name: string): Promise<number | undefined> {
  const row = await db
    .insertInto('blacklist')
    .values({ account_id: accountId, name })
    .onConflict((conflict) => conflict.columns(['account_id', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Returns the account's blacklist of this name, which may be a global one; creates it if there is none. */
export async function findOrInsertBlacklist(db: Db, accountId: number, name: string): Promise<Blacklist> {
  await insertBlacklist(db, accountId, name);
  return db
    .selectFrom('blacklist')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
}

export async function listEntries(db: Db, { account_id, id }: Blacklist): Promise<string[]> {
  const rows = await db
    .selectFrom('blacklist_entry')
    .select('entry')
    .where('account_id', '=', account_id)
    .where('blacklist_id', '=', id)
    .orderBy('entry')
    .execute();
  return rows.map(({ entry }) => entry);
}

/** Adds entries in their normal form; those that are there already stay as they are. */
export async function insertEntries(
  db: Db,
  { account_id, id }: Blacklist,
  entries: string[],
  importName: string | undefined,
): Promise<void> {
  await sql`
    insert into blacklist_entry (account_id, blacklist_id, entry, import_name)
    select ${account_id}, ${id}, entry, ${importName ?? null}
    from unnest(${entries}::text[]) as entry order by entry
    on conflict do nothing`.execute(db);
}

/** False when the list has no such entry. */
export async function deleteEntry(db: Db, { account_id, id }: Blacklist, entry: string): Promise<boolean> {
  const result = await db
    .deleteFrom('blacklist_entry')
    .where('account_id', '=', account_id)
    .where('blacklist_id', '=', id)
    .where('entry', '=', entry)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}
