import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../src/platform/database/schema.ts';

/** Small tables of all accounts, which every node has a copy of: Citus calls them reference tables. */
export const referenceTables = [
  'account',
  'bounce_source',
  'operator_key',
  'ordered_certificate',
  'passkey_challenge',
  'receiver_pace',
  'relay',
  'secret_key',
  'sign_in_allowance',
  'verified_backup',
];

/** Tables that only the coordinator has. */
const localTables = ['kysely_migration', 'kysely_migration_lock'];

/** The tables of the schema by their kind; `number` is the number of the column `account_id`, if there is one. */
const kinds = sql`kinds as (
  select pg_class.oid, relname::text as name, attnum as number, attnotnull, atttypid,
    case when relname = any(${referenceTables}) then 'reference'
      when relname = any(${localTables}) then 'local' else 'distributed' end as kind
  from pg_class left join pg_attribute on attrelid = pg_class.oid and attname = 'account_id' and not attisdropped
  where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace)`;

/** Finds what breaks a rule: rows of a table, and of the key, trigger or column that is meant. */
const rules: Record<string, RawBuilder<{ table: string; part: string }>> = {
  'a distributed table has the column account_id, which is not null': sql`
    with ${kinds} select name as "table", 'account_id' as part from kinds
    where kind = 'distributed' and attnotnull is not true`,
  // Tables are co-located only if their distribution columns have one type.
  'the column account_id has one type': sql`
    with ${kinds} select name as "table", 'account_id' as part from kinds where kind = 'distributed'
      and atttypid <> (select atttypid from kinds where name = 'contact')`,
  'a primary key, unique index or exclusion constraint contains account_id': sql`
    with ${kinds} select name as "table", indexrelid::regclass::text as part
    from pg_index join kinds on kinds.oid = indrelid
    where kind = 'distributed' and (indisunique or indisexclusion)
      and not coalesce(number = any((indkey::int2[])[0:indnkeyatts - 1]), false)`,
  // From a distributed table to a distributed one by account, or to a reference table; not the other way round.
  'a foreign key compares account_id with account_id, or leads to a reference table': sql`
    with ${kinds} select source.name as "table", conname::text as part
    from pg_constraint join kinds source on source.oid = conrelid join kinds target on target.oid = confrelid
    where contype = 'f' and not (source.kind = target.kind and source.kind <> 'distributed')
      and not (source.kind = 'distributed' and target.kind = 'reference')
      and not (source.kind = 'distributed' and target.kind = 'distributed' and exists (
        select from unnest(conkey, confkey) as pair (here, there) where here = source.number and there = target.number))`,
  // Citus refuses `set null (other_column)` too, which leaves account_id as it is.
  'a foreign key with account_id sets nothing to null or a default, and follows no update': sql`
    with ${kinds} select name as "table", conname::text as part from pg_constraint join kinds on kinds.oid = conrelid
    where contype = 'f' and kind = 'distributed' and number = any(conkey)
      and (confdeltype in ('n', 'd') or confupdtype in ('c', 'n', 'd'))`,
  'a distributed table has no trigger': sql`
    with ${kinds} select name as "table", tgname::text as part from pg_trigger join kinds on kinds.oid = tgrelid
    where kind = 'distributed' and not tgisinternal`,
  'a distributed table has no rule': sql`
    with ${kinds} select name as "table", rulename::text as part from pg_rewrite join kinds on kinds.oid = ev_class
    where kind = 'distributed'`,
  // Each node numbers from a range of its own, which only a bigint can hold.
  'a sequence of a distributed table counts in bigint': sql`
    with ${kinds} select name as "table", attname::text as part
    from kinds join pg_depend on refobjid = kinds.oid and refclassid = 'pg_class'::regclass and deptype in ('a', 'i')
      join pg_sequence on seqrelid = objid and classid = 'pg_class'::regclass
      join pg_attribute on attrelid = kinds.oid and pg_attribute.attnum = refobjsubid
    where kind = 'distributed' and (seqtypid <> 'bigint'::regtype or pg_attribute.atttypid <> 'bigint'::regtype)`,
};

/** Returns what breaks the documented rules of Citus for tables distributed by account, by rule: `table: part`. */
export async function findUndistributable(db: Db): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const [rule, query] of Object.entries(rules)) {
    const { rows } = await query.execute(db);
    found[rule] = rows.map(({ table, part }) => `${table}: ${part}`).sort();
  }
  return found;
}
