import { sql } from 'kysely';
import type { Db } from '../../src/platform/database/schema.ts';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  Alias?: string;
  Plans?: PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** What tells for a statement which tables it reads of which no condition names the account. */
export async function acrossAccounts(db: Db): Promise<(text: string) => Promise<string[]>> {
  const { rows } = await sql<{ table_name: string }>`
    select table_name from information_schema.columns
    where table_schema = 'public' and column_name = 'account_id'`.execute(db);
  const ofAccounts = new Set(rows.map(({ table_name }) => table_name));
  if (ofAccounts.size < 50) throw new Error('The tables of accounts are not found.');
  // A statement with parameters can be explained without values only where it is not sent as one with parameters itself.
  await sql`
    create function plan_of(statement text) returns json language plpgsql as 'declare plan json; begin
      execute ''explain (generic_plan, verbose, format json) '' || statement into plan; return plan; end'`.execute(db);
  return async (text) => {
    const { rows } = await sql<{ plan: [{ Plan: PlanNode }] }>`select plan_of(${text}) as plan`.execute(db);
    const nodes = nodesOf(rows[0]!.plan[0].Plan);
    const conditions = nodes
      .flatMap((node) => Object.entries(node).filter(([name]) => /Cond$|Filter$/.test(name)))
      .map(([, condition]) => String(condition));
    return nodes.flatMap(({ 'Node Type': type, 'Relation Name': table, Alias: alias }) => {
      if (table === undefined || type === 'ModifyTable' || !ofAccounts.has(table)) return [];
      const names = new RegExp(`\\b${alias}\\.account_id\\b`);
      return conditions.some((condition) => names.test(condition)) ? [] : [table];
    });
  };
}

/** Only these can be explained. */
export const isPlanned = (text: string): boolean => /^\s*(with|select|insert|update|delete)\b/i.test(text);
