import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { OperationTable } from '@mailwright/server';
import { type KyselyPlugin, PostgresQueryCompiler, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillAccount, secret } from '../isolation/belongings.ts';
import { exampleRequest, implemented } from '../isolation/requests.ts';
import { databases } from '../support/database.ts';
import { callRaw } from '../support/raw.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { distributionOf, isPlanned, whyUnroutable } from './routing.ts';

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
  // Otherwise the use of the key is noted once more when this takes longer than a minute.
  await sql`update api_key set last_used_at = now() + interval '1 day'`.execute(service.db);
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
});

/** Some rows of one account are there for all; the statement says which. */
const openedRows = /\b(?:global|shared)\b/;
const opened = ['blacklist', 'blacklist_entry', 'mailing_template'];
/** The look-up of a key tells the account, who of it holds the key, and whether this user has a second factor. */
const found = ['account_user', 'api_key', 'user_passkey'];

/** Whom a domain of senders belongs to is asked of all accounts. */
const owners = ['sender_domain'];

/** Tables that a statement reads or changes in the rows of all accounts, although it should not. */
function withoutAccount(text: string, reasons: string[]): string[] {
  const looksUpKey = reasons.includes('no account: api_key');
  const allowed = [...owners, ...(openedRows.test(text) ? opened : []), ...(looksUpKey ? found : [])];
  return reasons.filter((reason) => {
    const [, table] = /^(?:no account|.* in a modification|account_id is changed): (.*)/.exec(reason) ?? [];
    return table !== undefined && !allowed.includes(table);
  });
}

test('rule 9: each statement of a request names the account for every table that it reads', async () => {
  const distribution = await distributionOf(service.db);
  const planned = [...texts].filter(isPlanned);
  expect(planned.length).toBeGreaterThan(200);
  const across: string[] = [];
  for (const text of planned) {
    const reasons = withoutAccount(text, await whyUnroutable(text, distribution));
    across.push(...reasons.map((reason) => `${reason}: ${text.replaceAll(/\s+/g, ' ').trim()}`));
  }
  expect(across).toEqual([]);
});

test('no statement contains what a request sent: values are parameters', () => {
  expect(texts.size).toBeGreaterThan(200);
  expect([...texts].filter((text) => secret.test(text))).toEqual([]);
});
