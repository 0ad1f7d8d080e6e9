import { type Node, none } from './parse-tree.ts';

/** What is known at a level of a statement: where its tables are, and which columns are known if others are. */
export interface Level {
  /** Name in this level → what it stands for. */
  names: Map<string, Source>;
  /** Where the first one is known, so is the second one; equal columns imply each other. */
  implied: [string, string][];
  subqueries: Node[];
  outer: Level | undefined;
}
/** A distributed table, or a subquery with the class of its column `account_id`, if one value of it is known. */
export type Source = { table: string } | { fixed: boolean };

const value = 'value';

const depthOf = (level: Level): number => (level.outer ? depthOf(level.outer) + 1 : 0);

/** A name for a column `account_id` of the level or one around it, `value` for what is known, nothing for all else. */
export function termOf(node: Node, level: Level): string | undefined {
  if (node.TypeCast) return termOf(node.TypeCast.arg!, level);
  if (node.ParamRef || node.A_Const) return value;
  const fields = [...(node.ColumnRef?.fields ?? none)].map((field) => String(field.String?.sval));
  if (fields.at(-1) !== 'account_id') return undefined;
  for (let at: Level | undefined = level; at; at = at.outer) {
    const tables = [...at.names].filter(([, source]) => 'table' in source);
    const name = fields.length > 1 ? fields.at(-2) : (tables[0] ?? [...at.names][0])?.[0];
    if (name !== undefined && at.names.has(name)) return `${depthOf(at)} ${name}`;
  }
  return undefined;
}

/** `a = b`, or the columns of `(a, c) = (b, d)`. */
export function pairs(left: Node, right: Node): [Node, Node][] {
  if (!(left.RowExpr && right.RowExpr)) return [[left, right]];
  const others = [...right.RowExpr.args!];
  return [...left.RowExpr.args!].map((one, index) => [one, others[index]!]);
}

/** Whether the account of a source is one known value, by any number of equal columns. */
export function isFixed(name: string, level: Level): boolean {
  const implied: [string, string][] = [];
  const terms = new Set([value]);
  for (let at: Level | undefined = level; at; at = at.outer) {
    implied.push(...at.implied);
    for (const [one, source] of at.names) if ('fixed' in source && source.fixed) terms.add(`${depthOf(at)} ${one}`);
  }
  for (let size = 0; size < terms.size; ) {
    size = terms.size;
    for (const [one, other] of implied) if (terms.has(one)) terms.add(other);
  }
  return terms.has(`${depthOf(level)} ${name}`);
}

/** What a subquery gives as `account_id` has a known value, because the query around it says so. */
export function columnOfAccount(body: Node, level: Level): [string, string][] {
  return [...(body.targetList ?? none)].flatMap(({ ResTarget: target }) => {
    const column = target!.val!;
    const fields = [...(column.ColumnRef?.fields ?? none)];
    const star = fields.at(-1)?.A_Star ? fields.at(-2) : undefined;
    const term = star
      ? termOf({ ColumnRef: { fields: [star, { String: { sval: 'account_id' } }] } } as unknown as Node, level)
      : termOf(column, level);
    return term && term !== value ? [[value, term] as [string, string]] : [];
  });
}

/** Names of the tables and subqueries on a side of a join. */
export function namesOf(side: Node): string[] {
  if (side.JoinExpr) return [...namesOf(side.JoinExpr.larg!), ...namesOf(side.JoinExpr.rarg!)];
  return Object.values(side).map((one) => String(one.alias?.aliasname ?? one.relname));
}

/** `join … using (account_id)`: the accounts of both sides are equal. */
export function sharedAccounts(join: Node, level: Level): [string, string][] {
  const [first, ...others] = [...namesOf(join.larg!), ...namesOf(join.rarg!)].filter((name) => level.names.has(name));
  return others.map((name) => [`${depthOf(level)} ${first}`, `${depthOf(level)} ${name}`]);
}

/** What equal terms imply where a join has only some tables, the others being there whether the condition holds or not. */
export function implications(equal: [string, string][], level: Level, restricted?: string[]): [string, string][] {
  const both = equal.flatMap(([one, other]): [string, string][] => [
    [one, other],
    [other, one],
  ]);
  const terms = restricted?.map((name) => `${depthOf(level)} ${name}`);
  return terms ? both.filter(([, other]) => terms.includes(other)) : both;
}

/** Whether the column `account_id` of a query without groups and limits is one known value. */
export function fixedAccount(body: Node, level: Level): boolean {
  const simple = !(body.groupClause || body.limitCount || body.distinctClause || body.lockingClause || body.relation);
  return simple && [...level.names].some(([name]) => isFixed(name, level));
}
