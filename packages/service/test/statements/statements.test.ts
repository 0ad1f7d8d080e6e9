import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { OperationTable } from '@mailwright/server';
import { type KyselyPlugin, PostgresQueryCompiler, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillAccount } from '../isolation/belongings.ts';
import { exampleRequest, implemented } from '../isolation/requests.ts';
import { databases } from '../support/database.ts';
import { callRaw } from '../support/raw.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** What a request has done; work in the background has no request. */
const current = new AsyncLocalStorage<{ statements: number }>();
let last = { statements: 0 };
const compiler = new PostgresQueryCompiler();
/** What the requests have asked the database. */
const texts = new Set<string>();
const begin = () => {
  last = { statements: 0 };
  current.enterWith(last);
};
const counting: KyselyPlugin = {
  // Called for each part of a statement that is built by itself, such as a subquery, too.
  transformQuery({ node, queryId }) {
    if (current.getStore()) texts.add(compiler.compileQuery(node, queryId).sql);
    return node;
  },
  async transformResult({ result }) {
    const request = current.getStore();
    if (request) request.statements++;
    return result;
  },
};

const embedded = databases().find(({ kind }) => kind === 'embedded')!;
let service: TestService;
let belongings: Record<string, string | number>;
beforeAll(async () => {
  const database = await embedded.open();
  service = await startTestService({ ...database, kysely: database.kysely.withPlugin(counting) });
  belongings = await fillAccount(service);
  // As a statement is planned that has run often: whatever depends on the value of a parameter fails now.
  await sql`set plan_cache_mode = force_generic_plan`.execute(service.db);
  subscribe('http.server.request.start', begin);
});
afterAll(async () => {
  unsubscribe('http.server.request.start', begin);
  await service?.close();
});

/** Reading first, deleting last. */
const order = ['GET', 'PUT', 'POST', 'DELETE'];
const ordered = implemented.toSorted(
  (a, b) => order.indexOf(a.method) - order.indexOf(b.method) || (a.id < b.id ? -1 : 1),
);

async function count(operation: OperationTable): Promise<string> {
  const call = exampleRequest(operation, (parameter) => {
    if (operation.id === 'deleteStandardFieldValues' && parameter.name === 'field') return 'CITY';
    if (parameter.name === 'ignore_checksum') return true;
    if (parameter.in !== 'path' && !parameter.required) return undefined;
    return belongings[parameter.name];
  });
  const { status, body } = await callRaw(service, call);
  expect(status, `${operation.id}: ${body}`).not.toBe(500);
  return `${operation.method.padEnd(6)} ${operation.id.padEnd(36)} ${status} ${String(last.statements).padStart(3)}`;
}

test('each operation takes as many statements as the table says, and any of them may be planned once for all values', async () => {
  const lines = [
    'Statements that a request takes: its method, its operation, what it was answered, how many. BEGIN and COMMIT are not',
    'counted, the look-up of the key is. Written anew by: npx vitest run packages/service/test/statements -u',
    '',
  ];
  for (const operation of ordered) lines.push(await count(operation));
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./statements.txt');
}, 120_000);

/** Found without knowing the account, which is what they tell. */
const beforeTheAccount = ['api_key'];

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  Alias?: string;
  Plans?: PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Tables that a statement reads of which no condition names the account. */
async function readAcrossAccounts(text: string): Promise<string[]> {
  const { rows } = await sql<{ plan: [{ Plan: PlanNode }] }>`select plan_of(${text}) as plan`.execute(service.db);
  const nodes = nodesOf(rows[0]!.plan[0].Plan);
  const conditions = nodes
    .flatMap((node) => Object.entries(node).filter(([name]) => /Cond$|Filter$/.test(name)))
    .map(([, condition]) => String(condition));
  return nodes.flatMap(({ 'Node Type': type, 'Relation Name': table, Alias: alias }) => {
    if (table === undefined || type === 'ModifyTable' || !ofAccounts.has(table)) return [];
    const names = new RegExp(`\\b${alias}\\.account_id\\b`);
    return conditions.some((condition) => names.test(condition)) ? [] : [table];
  });
}

const ofAccounts = new Set<string>();

test('each statement of a request names the account for every table that it reads', async () => {
  const { rows } = await sql<{ table_name: string }>`
    select table_name from information_schema.columns
    where table_schema = 'public' and column_name = 'account_id'`.execute(service.db);
  // A statement with parameters can be explained without values only where it is not sent as one with parameters itself.
  await sql`
    create function plan_of(statement text) returns json language plpgsql as 'declare plan json; begin
      execute ''explain (generic_plan, verbose, format json) '' || statement into plan; return plan; end'`.execute(
    service.db,
  );
  for (const { table_name } of rows) ofAccounts.add(table_name);
  expect(ofAccounts.size).toBeGreaterThan(50);
  const planned = [...texts].filter((text) => /^\s*(with|select|insert|update|delete)\b/i.test(text));
  expect(planned.length).toBeGreaterThan(200);
  const across: string[] = [];
  for (const text of planned) {
    for (const table of await readAcrossAccounts(text)) {
      if (!beforeTheAccount.includes(table)) across.push(`${table}: ${text.replaceAll(/\s+/g, ' ').trim()}`);
    }
  }
  expect(across).toEqual([]);
  expect(await readAcrossAccounts('select id from contact'), 'the test finds such a table').toEqual(['contact']);
}, 120_000);
