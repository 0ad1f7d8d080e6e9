import { amcheck } from '@electric-sql/pglite/contrib/amcheck';
import { openEngine } from '../embedded/engine.ts';

/** What a database holds, after all of it was read. */
export interface Examination {
  /** Rows of each table. */
  rows: Record<string, number>;
  /** B-tree indexes, each compared with its table. */
  indexes: number;
  /** Foreign keys, each followed from every row. */
  references: number;
}

/**
 * Reads every row of a database that nobody uses, compares each B-tree index with its table (PostgreSQL's amcheck), and
 * follows each foreign key. Changes the database: it adds the extension.
 * @param directory PostgreSQL's own directory
 * @throws Error that says what is damaged
 */
export async function examine(directory: string): Promise<Examination> {
  const engine = await openEngine(directory, { extensions: { amcheck } });
  const select = async <Row>(sql: string) => (await engine.query<Row>(sql)).rows;
  try {
    await engine.exec('create extension if not exists amcheck');
    const rows: Examination['rows'] = {};
    for (const { name, table } of await select<{ name: string; table: string }>(tables)) {
      const [fault] = await select<{ msg: string }>(`select msg from verify_heapam('${table}') limit 1`);
      if (fault !== undefined) throw new Error(`table ${name}: ${fault.msg}`);
      const [count] = await select<{ count: string }>(`select count(*) from ${table}`);
      rows[name] = Number(count!.count);
    }
    const indexes = await select<{ index: string }>(treeIndexes);
    for (const { index } of indexes) await select(`select bt_index_parent_check('${index}', true, true, true)`);
    const references = await select<Reference>(foreignKeys);
    for (const reference of references) {
      const [orphan] = await select(withoutReferenced(reference));
      if (orphan !== undefined) throw new Error(`${reference.name}: a row refers to one that is missing`);
    }
    return { rows, indexes: indexes.length, references: references.length };
  } finally {
    await engine.close();
  }
}

const tables = `
  select relname as name, oid::regclass::text as table from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`;

const treeIndexes = `
  select indexrelid::regclass::text as index from pg_index
  join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
  where amname = 'btree' and indisvalid order by 1`;

interface Reference {
  name: string;
  child: string;
  parent: string;
  /** Columns of the child, and those of the parent that they refer to. */
  match: string;
  given: string;
}

const foreignKeys = `
  select conname as name, conrelid::regclass::text as child, confrelid::regclass::text as parent,
    string_agg(format('parent.%I = child.%I', there.attname, here.attname), ' and ') as match,
    string_agg(format('child.%I is not null', here.attname), ' and ') as given
  from pg_constraint
  cross join unnest(conkey, confkey) as pair (of_child, of_parent)
  join pg_attribute as here on here.attrelid = conrelid and here.attnum = of_child
  join pg_attribute as there on there.attrelid = confrelid and there.attnum = of_parent
  where contype = 'f' and connamespace = 'public'::regnamespace
  group by conname, conrelid, confrelid order by conname`;

const withoutReferenced = ({ child, parent, match, given }: Reference) => `
  select 1 from ${child} as child
  where ${given} and not exists (select from ${parent} as parent where ${match}) limit 1`;
