import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { hashPattern } from '../users/password.ts';
import type { TableOfAccounts } from './tables.ts';

/** How far ids may be beyond those that were given here: a sequence lasts for ages beyond it. */
const mostAhead = 1_000_000_000_000;

const safe = Number.MAX_SAFE_INTEGER;

/** Values that the service can read, by the type of their column. Statements across accounts would fail with others. */
const readable: Record<string, (column: RawBuilder<unknown>) => RawBuilder<boolean>> = {
  bigint: (column) => sql`${column} between ${sql.lit(-safe)} and ${sql.lit(safe)}`,
  'bigint[]': (column) => sql`(${sql.lit(-safe)} <= all (${column}) and ${sql.lit(safe)} >= all (${column}))`,
  'timestamp with time zone': (column) => sql`(${column} >= '0001-01-01' and ${column} < '10000-01-01')`,
  // NaN is greater than all other numbers.
  'double precision': (column) => sql`${column} between -1e300 and 1e300`,
  real: (column) => sql`${column} between -1e300 and 1e300`,
  numeric: (column) => sql`${column} between -1e300 and 1e300`,
};

interface Reach {
  table: string;
  column: string;
  /** Condition under which a row concerns its own account alone. */
  within: string;
}

/** Columns with which a row of one account changes what others get. */
export const reaches: readonly Reach[] = [
  { table: 'blacklist', column: 'global', within: 'not global' },
  // A sign-in tries the hashes of all accounts that have the address.
  { table: 'account_user', column: 'password_hash', within: `password_hash ~ '${hashPattern}'` },
  { table: 'mailing_template', column: 'shared', within: 'not shared' },
  {
    table: 'recipient_batch',
    column: 'priority',
    within: "priority between 0 and 3 and (purpose <> 'campaign' or priority = 3)",
  },
];

/** Returns what is wrong with a row of an account that comes from elsewhere, or `undefined` if all may be here. */
export async function findFault(db: Db, table: TableOfAccounts, accountId: number): Promise<string | undefined> {
  const rules = rulesOf(table);
  if (rules.length === 0) return undefined;
  const failed = rules.map(({ allowed }, at) => sql`when not (${allowed}) then ${sql.lit(at)}`);
  const shown = rules.map(({ column, allowed }) => sql`when not (${allowed}) then ${sql.id(column)}::text`);
  const { rows } = await sql<{ rule: number; value: string }>`
    select case ${sql.join(failed, sql` `)} end as rule, left(case ${sql.join(shown, sql` `)} end, 100) as value
    from ${sql.table(table.name)}
    where ${sql.id(table.owner)} = ${accountId}
      and not (${sql.join(
        rules.map(({ allowed }) => sql`(${allowed})`),
        sql` and `,
      )})
    limit 1`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { column, why } = rules[row.rule]!;
  return `a row of ${table.name} has the ${column} ${row.value}, ${why}`;
}

interface Rule {
  column: string;
  allowed: RawBuilder<boolean>;
  why: string;
}

function rulesOf({ name, columns, types, numbered }: TableOfAccounts): Rule[] {
  const values = columns.flatMap((column, at): Rule[] => {
    const allows = readable[types[at]!];
    return allows ? [{ column, allowed: allows(sql.id(column)), why: 'which is out of range' }] : [];
  });
  const ids = numbered === undefined ? [] : [idRule(numbered)];
  const reaching = reaches.filter(({ table }) => table === name);
  return [
    ...ids,
    ...values,
    ...reaching.map(({ column, within }) => ({
      column,
      allowed: sql<boolean>`${sql.raw(within)}`,
      why: 'with which it would concern other accounts',
    })),
  ];
}

const idRule = ({ column, sequence }: NonNullable<TableOfAccounts['numbered']>): Rule => ({
  column,
  allowed: sql`${sql.id(column)} between 1 and least(${sql.lit(safe)},
    (select last_value from ${sql.raw(sequence)}) + ${sql.lit(mostAhead)})`,
  why: `which is less than 1 or more than ${mostAhead.toLocaleString('en')} ahead of the ids here`,
});
