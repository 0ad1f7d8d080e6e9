import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { type SecretBox, secretsOf } from '../../platform/secrets/box.ts';
import { beginning } from '../../platform/secrets/cipher.ts';
import type { Sealed, SealedColumn } from '../../platform/secrets/sealed.ts';

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

/**
 * Encrypts with the newest key what is readable or has another key, in batches, each in a statement of its own: an
 * interruption leaves the rest as it was. A value that somebody changes meanwhile is left for the next time, and those of an
 * account that is being moved until it is not.
 * @returns the number of values that were encrypted
 */
export async function sealAll(db: Db, box: SecretBox): Promise<number> {
  if (box.newest === undefined) return 0;
  let sealed = 0;
  for (const column of box.columns) sealed += await sealColumn(db, box, column, box.newest);
  return sealed;
}

async function sealColumn(db: Db, box: SecretBox, column: SealedColumn, id: string): Promise<number> {
  let sealed = 0;
  let last = { account: 0, row: 0 };
  for (;;) {
    const rows = await readOthers(db, column, id, last);
    if (rows.length === 0) return sealed;
    last = rows.at(-1)!;
    const changed = rows.map(({ value, ...place }) => ({
      ...place,
      before: hex(value),
      after: hex(box.seal(column, place, box.open(column, place, value))),
    }));
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
