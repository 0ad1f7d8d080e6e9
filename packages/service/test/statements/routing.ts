import { sql } from 'kysely';
import { parse } from 'libpg-query';
import type { Db } from '../../src/platform/database/schema.ts';
import { referenceTables } from '../db/distribution-rules.ts';
import {
  columnOfAccount,
  fixedAccount,
  implications,
  isFixed,
  type Level,
  namesOf,
  pairs,
  type Source,
  sharedAccounts,
  termOf,
} from './equal-accounts.ts';
import { functionsIn, type Node, namesTable, nodeOf, none } from './parse-tree.ts';

/** What the parse tree does not say of a schema. */
export interface Distribution {
  /** Tables that are distributed by `account_id`. */
  tables: ReadonlySet<string>;
  /** Functions with another answer each time, which a modification may not call. */
  volatile: ReadonlySet<string>;
}

/**
 * Says why Citus would not send a statement as it is to the node that has its account. It is sent there if each distributed
 * table in it is compared with one value of `account_id`, directly, by way of equal columns, or by way of the row around a
 * subquery; if a modification calls no volatile function; and if inserted rows neither come from elsewhere nor are inserted
 * within a WITH (docs.citusdata.com, "SQL support and workarounds").
 * @returns `reason: table` for each reason, nothing for a statement that is sent to one node
 */
export async function whyUnroutable(text: string, distribution: Distribution): Promise<string[]> {
  const { stmts } = (await parse(text)) as unknown as { stmts: { stmt: Node }[] };
  const found = new Set<string>();
  for (const { stmt } of stmts) new Reading(distribution, found).statement(stmt, undefined, new Map());
  return [...found].sort();
}

export async function distributionOf(db: Db): Promise<Distribution> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'account_id' and table_name <> all(${referenceTables})`.execute(db);
  const functions = await sql<{ name: string }>`select proname as name from pg_proc where provolatile = 'v'`.execute(
    db,
  );
  const setOf = ({ rows }: { rows: { name: string }[] }) => new Set(rows.map(({ name }) => name));
  const distribution = { tables: setOf(tables), volatile: setOf(functions) };
  if (distribution.tables.size < 50) throw new Error('The tables of accounts are not found.');
  return distribution;
}

/** Only these are planned; all others are about the session. */
export const isPlanned = (text: string): boolean => /^\s*(with|select|insert|update|delete)\b/i.test(text);

const partsWithExpressions = [
  'targetList',
  'fromClause',
  'whereClause',
  'groupClause',
  'havingClause',
  'sortClause',
  'limitCount',
  'onConflictClause',
  'returningClause',
];

class Reading {
  readonly #distribution: Distribution;
  readonly #found: Set<string>;

  constructor(distribution: Distribution, found: Set<string>) {
    this.#distribution = distribution;
    this.#found = found;
  }

  /** @returns whether `account_id`, if this gives such a column, has one known value */
  statement(node: Node, outer: Level | undefined, known: ReadonlyMap<string, Source>, given = false): boolean {
    const [kind, body] = Object.entries(node)[0]!;
    const named = new Map(known);
    for (const { CommonTableExpr: cte } of body.withClause?.ctes ?? none) {
      named.set(String(cte!.ctename), { fixed: this.statement(cte!.ctequery!, outer, named) });
      const inserted = cte!.ctequery!.InsertStmt?.relation?.relname;
      if (inserted && this.#distribution.tables.has(String(inserted)))
        this.#found.add(`inserted in a WITH: ${inserted}`);
    }
    const level: Level = { names: new Map(), implied: [], subqueries: [], outer };
    if (kind === 'SelectStmt' && body.larg) {
      // Both sides of a union: neither sees the other.
      const sides = [body.larg, body.rarg!].map((side) =>
        this.statement(nodeOf('SelectStmt', side), outer, named, given),
      );
      return sides.every(Boolean);
    }
    if (body.relation) this.#source(nodeOf('RangeVar', body.relation), level, new Map());
    for (const from of [...(body.fromClause ?? none), ...(body.usingClause ?? none)]) this.#source(from, level, named);
    level.implied.push(...implications(equalities(body.whereClause, level), level));
    if (given) level.implied.push(...columnOfAccount(body, level));
    this.#subqueries(level, named);
    for (const row of body.valuesLists ?? none) this.#expression(row, level, named);
    for (const part of partsWithExpressions) this.#expression(body[part], level, named);
    if (kind === 'InsertStmt') this.#insert(body, level, named);
    else this.#restricted(level);
    if (kind === 'UpdateStmt' || kind === 'DeleteStmt') this.#modification(String(body.relation!.relname), body);
    return fixedAccount(body, level);
  }

  #insert(body: Node, level: Level, named: ReadonlyMap<string, Source>): void {
    const table = String(body.relation!.relname);
    const select = body.selectStmt?.SelectStmt;
    if (select && !select.valuesLists) this.statement(body.selectStmt!, level.outer, named);
    if (!this.#distribution.tables.has(table)) return;
    const columns = [...(body.cols ?? none)].map((column) => String(column.ResTarget!.name));
    if (!columns.includes('account_id')) this.#found.add(`a row without account_id: ${table}`);
    if (select && !select.valuesLists && !namesTable(select, this.#distribution.tables))
      this.#found.add(`rows come from the coordinator: ${table}`);
    this.#modification(table, body.onConflictClause);
  }

  #modification(table: string, body: Node | undefined): void {
    if (!this.#distribution.tables.has(table)) return;
    for (const { ResTarget: target } of body?.targetList ?? none) {
      if (String(target!.name) === 'account_id') this.#found.add(`account_id is changed: ${table}`);
    }
    for (const name of [...functionsIn(body?.targetList), ...functionsIn(body?.whereClause)]) {
      if (this.#distribution.volatile.has(name)) this.#found.add(`${name}() in a modification: ${table}`);
    }
  }

  /** Takes a part of FROM into the level. */
  #source(node: Node, level: Level, named: ReadonlyMap<string, Source>): void {
    const [kind, body] = Object.entries(node)[0]!;
    if (kind === 'JoinExpr') {
      this.#source(body.larg!, level, named);
      this.#source(body.rarg!, level, named);
      this.#expression(body.quals, level, named);
      const shared = [...(body.usingClause ?? none)].some((column) => String(column.String?.sval) === 'account_id');
      const equal = [...equalities(body.quals, level), ...(shared ? sharedAccounts(body, level) : [])];
      level.implied.push(...implications(equal, level, restrictedBy(body)));
    } else if (kind === 'RangeVar') {
      const table = String(body.relname);
      const source = named.get(table) ?? (this.#distribution.tables.has(table) ? { table } : undefined);
      if (source) level.names.set(String(body.alias?.aliasname ?? table), source);
    } else if (kind === 'RangeSubselect') {
      level.subqueries.push(body);
      level.names.set(String(body.alias?.aliasname), { fixed: false });
    }
  }

  /** Reads the subqueries of FROM, into which PostgreSQL takes a comparison of their column `account_id`. */
  #subqueries(level: Level, named: ReadonlyMap<string, Source>): void {
    for (const body of level.subqueries) {
      const name = String(body.alias?.aliasname);
      const limited = body.subquery!.SelectStmt?.limitCount !== undefined;
      const given = !limited && isFixed(name, level);
      const outer = body.lateral ? level : level.outer;
      level.names.set(name, { fixed: this.statement(body.subquery!, outer, named, given) });
    }
  }

  /** Subqueries of an expression; those that compare their account with that of the row around them stay on its node. */
  #expression(node: Node | undefined, level: Level, named: ReadonlyMap<string, Source>): void {
    if (typeof node !== 'object' || node === null) return;
    if (node.SubLink) {
      this.statement(node.SubLink.subselect!, level, named);
      this.#expression(node.SubLink.testexpr, level, named);
      return;
    }
    if (node.RangeSubselect) return;
    for (const child of Object.values(node)) this.#expression(child as Node, level, named);
  }

  /** Notes each distributed table of the level that may be on any node. */
  #restricted(level: Level): void {
    for (const [name, source] of level.names) {
      if ('table' in source && !isFixed(name, level)) this.#found.add(`no account: ${source.table}`);
    }
  }
}

/** What is equal wherever a condition holds. */
function equalities(condition: Node | undefined, level: Level): [string, string][] {
  if (String(condition?.BoolExpr?.boolop) === 'AND_EXPR')
    return [...condition!.BoolExpr!.args!].flatMap((part) => equalities(part, level));
  const comparison = condition?.A_Expr;
  const isEqual = String(comparison?.kind) === 'AEXPR_OP' && String(comparison?.name?.[0]?.String?.sval) === '=';
  if (!comparison || !isEqual) return [];
  return pairs(comparison.lexpr!, comparison.rexpr!).flatMap(([left, right]) => {
    const here = termOf(left, level);
    const there = termOf(right, level);
    return here && there ? [[here, there] as [string, string]] : [];
  });
}

/** Tables of which an outer join has rows only where its condition holds; undefined for an inner join: of all. */
function restrictedBy({ jointype, larg, rarg }: Node): string[] | undefined {
  if (String(jointype) === 'JOIN_LEFT') return namesOf(rarg!);
  if (String(jointype) === 'JOIN_RIGHT') return namesOf(larg!);
  return String(jointype) === 'JOIN_FULL' ? [] : undefined;
}
