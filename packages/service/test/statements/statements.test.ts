import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { OperationTable } from '@mailwright/server';
import { type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillAccount } from '../isolation/belongings.ts';
import { exampleRequest, implemented } from '../isolation/requests.ts';
import { databases } from '../support/database.ts';
import { callRaw } from '../support/raw.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** What a request has done; work in the background has no request. */
const current = new AsyncLocalStorage<{ statements: number }>();
let last = { statements: 0 };
const begin = () => {
  last = { statements: 0 };
  current.enterWith(last);
};
const counting: KyselyPlugin = {
  transformQuery({ node }) {
    const request = current.getStore();
    if (request) request.statements++;
    return node;
  },
  transformResult: async ({ result }) => result,
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
