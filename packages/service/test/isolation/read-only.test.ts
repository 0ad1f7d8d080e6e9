import type { OperationTable } from '@mailwright/server';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateKey } from '../../src/account/keys/key.ts';
import { findKeyHolder } from '../../src/account/keys/store.ts';
import { findOperator, insertOperatorKey } from '../../src/account/operators/store.ts';
import { openServiceDatabase } from '../../src/app/compose.ts';
import { retrying } from '../../src/platform/database/retry.ts';
import { emptyServerDatabase } from '../support/database.ts';
import { callRaw } from '../support/raw.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { fillAccount } from './belongings.ts';
import { exampleRequest, implemented } from './requests.ts';

let service: TestService;
const operatorKey = generateKey();
let belongings: Record<string, string | number>;
const closers: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const { config, remove } = await emptyServerDatabase();
  closers.push(remove);
  const database = await openServiceDatabase(config);
  closers.push(database.close);
  service = await startTestService(database);
  closers.push(service.close);
  belongings = await fillAccount(service);
  await insertOperatorKey(service.db, operatorKey, { label: 'tests', rights: [], networks: [], expires_at: null });
  await sql`update api_key set last_used_at = now() - interval '1 day'`.execute(service.db);
  await forbidChanges(config.databaseUrl);
});
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

/** From now on the database is like a standby, for the connections that are open, too. */
async function forbidChanges(url: string): Promise<void> {
  const admin = new pg.Client(url);
  await admin.connect();
  await admin.query(`alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`);
  await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
  await admin.end();
}

const exampleOf = (operation: OperationTable) =>
  exampleRequest(operation, ({ name, in: place, required }) =>
    place === 'path' || required ? belongings[name] : undefined,
  );

test('keys that have not been used for long are good', async () => {
  expect(await retrying(() => findKeyHolder(service.db, service.key))).toBeDefined();
  expect(await retrying(() => findOperator(service.db, operatorKey))).toBeDefined();
});

test.each(implemented.filter(({ method }) => method === 'GET'))('$id changes nothing', async (operation) => {
  const answer = await callRaw(service, exampleOf(operation));
  expect(answer.status, answer.body).toBeLessThan(500);
});
