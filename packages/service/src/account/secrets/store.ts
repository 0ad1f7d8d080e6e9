import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { type SecretBox, secretsOf } from '../../platform/secrets/box.ts';
import { beginning } from '../../platform/secrets/cipher.ts';
import { describePlace, type Sealed, type SealedColumn, type SealedPlace } from '../../platform/secrets/sealed.ts';

/** Returns the id of the key that encrypts new values; `undefined` if secrets are readable in this database. */
export async function findNewestKey(db: Db): Promise<string | undefined> {
  const key = await db.selectFrom('secret_key').select('id').orderBy('number', 'desc').limit(1).executeTakeFirst();
  return key?.id;
}

/** Records the first key of a database. Returns the one that another process has recorded before, if there is one. */
export async function recordFirstKey(db: Db, id: string): Promise<string> {
  return db.transaction().execute(async (transaction) => {
    await sql`lock table secret_key in exclusive mode`.execute(transaction);
    const known = await findNewestKey(transaction);
    if (known === undefined) await transaction.insertInto('secret_key').values({ id }).execute();
    return known ?? id;
  });
}

/** Records the key that encrypts new values from now on; a key that was used before becomes the newest again. */
export async function recordKey(db: Db, id: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`lock table secret_key in exclusive mode`.execute(transaction);
    if ((await findNewestKey(transaction)) === id) return;
    await transaction.deleteFrom('secret_key').where('id', '=', id).execute();
    await transaction.insertInto('secret_key').values({ id }).execute();
  });
}

const rowsAtOnce = 500;

/** A value that cannot be decrypted, because its key is missing or it was changed. */
export interface LostSecret {
  /** Such as `webhook.secret of row 3 of account 1`. */
  place: string;
  error: Error;
}

export interface Sealing {
  /** Number of values that were encrypted. */
  sealed: number;
  lost: LostSecret[];
}

/**
 * Encrypts with the newest key what is readable or has another key, in batches, each in a statement of its own: an
 * interruption leaves the rest as it was. A value that somebody changes meanwhile is left for the next time, and those of an
 * account that is being moved until it is not. Values that cannot be decrypted stay, unless there is something in their place.
 */
export async function sealAll(db: Db, box: SecretBox, substitute?: () => Uint8Array): Promise<Sealing> {
  const result: Sealing = { sealed: 0, lost: [] };
  if (box.newest === undefined) return result;
  const open = (column: SealedColumn, place: SealedPlace, value: Sealed) => {
    try {
      return box.open(column, place, value);
    } catch (error) {
      result.lost.push({ place: describePlace(column, place), error: error as Error });
      return substitute?.();
    }
  };
  for (const column of box.columns) result.sealed += await sealColumn(db, box, column, box.newest, open);
  return result;
}

type Open = (column: SealedColumn, place: SealedPlace, value: Sealed) => Uint8Array | undefined;

async function sealColumn(db: Db, box: SecretBox, column: SealedColumn, id: string, open: Open): Promise<number> {
  let sealed = 0;
  let last = { account: 0, row: 0 };
  for (;;) {
    const rows = await readOthers(db, column, id, last);
    if (rows.length === 0) return sealed;
    last = rows.at(-1)!;
    const changed = rows.flatMap(({ value, ...place }) => {
      const secret = open(column, place, value);
      return secret === undefined
        ? []
        : [{ ...place, before: hex(value), after: hex(box.seal(column, place, secret)) }];
    });
    const { numAffectedRows } = await sql`
      update ${sql.table(column.table)} as t set ${sql.id(column.column)} = decode(changed.after, 'hex')
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as changed (account int8, row int8, before text, after text)
      where t.${sql.id(column.owner)} = changed.account and t.${sql.id(column.row)} = changed.row
        and t.${sql.id(column.column)} = decode(changed.before, 'hex')`.execute(db);
    sealed += Number(numAffectedRows);
  }
}

async function readOthers(
  db: Db,
  { table, column, owner, row }: SealedColumn,
  id: string,
  last: { account: number; row: number },
): Promise<{ account: number; row: number; value: Sealed }[]> {
  const { rows } = await sql<{ account: number; row: number; value: Sealed }>`
    select ${sql.id(owner)} as account, ${sql.id(row)}::int8 as row, ${sql.id(column)} as value
    from ${sql.table(table)} as secrets
    where ${isOfAnotherKey(column, id)} and (${sql.id(owner)}, ${sql.id(row)}) > (${last.account}::int8, ${last.row}::int8)
      and not exists (select from account where account.id = secrets.${sql.id(owner)} and sealed_at is not null)
    order by 1, 2 limit ${rowsAtOnce}`.execute(db);
  return rows;
}

const isOfAnotherKey = (column: string, id: string) => {
  const start = beginning(id);
  return sql<boolean>`substr(${sql.id(column)}, 1, ${sql.lit(start.length)}) <> ${start}`;
};

/** Numbers of values: all, and those that the newest key does not encrypt. */
export async function countSecrets(db: Db): Promise<{ all: number; others: number }> {
  const start = await findNewestKey(db);
  const total = { all: 0, others: 0 };
  for (const { table, column } of secretsOf(db).columns) {
    const others = start === undefined ? sql`true` : isOfAnotherKey(column, start);
    const { rows } = await sql<{ all: number; others: number }>`
      select count(*)::int8 as all, (count(*) filter (where ${others}))::int8 as others
      from ${sql.table(table)} where ${sql.id(column)} is not null`.execute(db);
    total.all += rows[0]!.all;
    total.others += rows[0]!.others;
  }
  return total;
}

const hex = (value: unknown) => Buffer.from(value as Uint8Array).toString('hex');
