import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { secretsOf } from '../../platform/secrets/box.ts';

/** A table with rows of accounts. */
export interface TableOfAccounts {
  name: string;
  /** Column of the account: `account_id`, or `id` of the account itself. */
  owner: string;
  /** Columns that are stored, and not computed from others. */
  columns: string[];
  /** Their types, in the same order. */
  types: string[];
  /** Columns that rows from elsewhere do not have, and those from which they get their values. */
  computed?: { column: string; from: string }[];
  /** Columns without which there is no row: its ids, and others that are not null and get no value of their own. */
  required: string[];
  /** Columns of the primary key behind that of the account, with their types. */
  key: { column: string; type: string }[];
  /** Tables that it references. */
  parents: string[];
  /** Column that is numbered, and its sequence. */
  numbered: { column: string; sequence: string } | undefined;
}

/** Returns the tables with rows of accounts, each behind those that it references. */
export async function accountTables(db: Db): Promise<TableOfAccounts[]> {
  const { rows } = await sql<{
    name: string;
    columns: string[];
    types: string[];
    required: string[];
    filled: string[];
    key: string[];
    key_types: string[];
    parents: string[];
    numbered: string | null;
    sequence: string | null;
  }>`
    select c.relname::text as name,
      array(
        select attname::text from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
      array(
        select format_type(atttypid, null) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as types,
      array(
        select attname::text from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attnotnull and not atthasdef and attidentity = ''
        order by attnum) as required,
      array(
        select attname::text from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attnotnull and atthasdef) as filled,
      array(select attname::text from ${keyColumns} order by at) as key,
      array(select format_type(atttypid, atttypmod) from ${keyColumns} order by at) as key_types,
      array(
        select distinct p.relname::text from pg_constraint join pg_class as p on p.oid = confrelid
        where conrelid = c.oid and contype = 'f' and confrelid <> c.oid) as parents,
      numbered.attname::text as numbered, pg_get_serial_sequence(quote_ident(c.relname), numbered.attname) as sequence
    from pg_class as c
    join pg_index as i on i.indrelid = c.oid and i.indisprimary
    left join pg_attribute as numbered on numbered.attrelid = c.oid and numbered.attidentity <> ''
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and (c.relname = 'account' or exists (
      select from pg_attribute where attrelid = c.oid and attname = 'account_id' and not attisdropped))
    order by c.relname`.execute(db);
  const tables = rows.map(({ name, columns, types, key, key_types, parents, numbered, sequence, ...row }) => {
    const owner = name === 'account' ? 'id' : 'account_id';
    const behind = key.map((column, at) => ({ column, type: key_types[at]! })).filter(({ column }) => column !== owner);
    // A secret that the database fills in would not be encrypted.
    const secrets = secretsOf(db).columns.filter(({ table }) => table === name);
    const made = row.filled.filter((filled) => secrets.some(({ column }) => column === filled));
    const required = [...new Set([owner, ...key, ...(numbered === null ? [] : [numbered]), ...row.required, ...made])];
    const numbers = numbered === null ? undefined : { column: numbered, sequence: sequence! };
    return { name, owner, columns, types, required, key: behind, parents, numbered: numbers };
  });
  return parentsFirst(tables);
}

const keyColumns = sql`unnest(i.indkey::int2[]) with ordinality as k (attnum, at)
  join pg_attribute as a on a.attrelid = c.oid and a.attnum = k.attnum`;

/** @throws Error if tables reference each other in a circle */
export function parentsFirst<Table extends Pick<TableOfAccounts, 'name' | 'parents'>>(
  tables: readonly Table[],
): Table[] {
  const rest = new Set(tables);
  const sorted: Table[] = [];
  while (rest.size > 0) {
    const waiting = new Set(Array.from(rest, ({ name }) => name));
    const ready = [...rest].filter(({ parents }) => !parents.some((parent) => waiting.has(parent)));
    if (ready.length === 0) throw new Error(`tables reference each other in a circle: ${[...waiting].join(', ')}`);
    for (const table of ready) rest.delete(table);
    sorted.push(...ready);
  }
  return sorted;
}
