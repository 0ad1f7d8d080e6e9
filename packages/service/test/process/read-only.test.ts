import { join } from 'node:path';
import { createClient } from '@mailwright/client';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { emptyServerDatabase } from '../support/database.ts';
import { freshDirectory, startService } from '../support/process.ts';
import { trusting } from '../support/trust.ts';

const key = 'key-of-the-readers-1';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function start(databaseUrl: string) {
  const dataDir = freshDirectory();
  const service = await startService(dataDir, ['--database', databaseUrl, '--no-worker', '--key', key]);
  closers.push(async () => {
    service.child.kill('SIGTERM');
    await service.ended;
  });
  const fetch = trusting(join(dataDir, 'tls', 'certificate.pem'));
  return { client: createClient({ baseUrl: service.baseUrl, apiKey: key, fetch, retries: 0 }) };
}

test('a service on a database that takes no changes, as a replica, answers what reads; the rest is 503', async () => {
  const { config, remove } = await emptyServerDatabase();
  closers.push(remove);
  const first = await start(config.databaseUrl);
  const name = 'Spring';
  const mailingid = await first.client.mailings.create({ name, subject: 'x' }).orThrow();
  const admin = new pg.Client(config.databaseUrl);
  await admin.connect();
  const database = new URL(config.databaseUrl).pathname.slice(1);
  await admin.query(`alter database ${database} set default_transaction_read_only = on`);
  await admin.end();

  const { client } = await start(config.databaseUrl);
  expect(await client.mailings.getName({ mailingid }).orThrow()).toBe(name);
  expect(await client.contacts.count().orThrow()).toBe(await first.client.contacts.count().orThrow());
  for (const report of [client.reports.listRecipients, client.reports.listOpens, client.reports.listBounces]) {
    expect((await report({})).status).toBe(200);
  }
  const refused = await client.mailings.create({ name: 'Autumn', subject: 'x' });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
  expect((await client.account.getStatus().orThrow()).read_only).toBe(true);
});
