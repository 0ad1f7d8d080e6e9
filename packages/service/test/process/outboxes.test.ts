import { join } from 'node:path';
import { createClient } from '@mailwright/client';
import { expect, test, vi } from 'vitest';
import { filesWith } from '../erasure/traces.ts';
import { emptyServerDatabase } from '../support/database.ts';
import { freshDirectory, startService } from '../support/process.ts';
import { trusting } from '../support/trust.ts';

test('two processes with one PostgreSQL, each with its own outbox: an erasure reaches both', async () => {
  const { config, remove } = await emptyServerDatabase();
  const machine = async (...args: string[]) => {
    const data = freshDirectory();
    const service = await startService(data, ['--database', config.databaseUrl, ...args]);
    return { ...service, data, fetch: trusting(join(data, 'tls/certificate.pem')) };
  };
  const first = await machine();
  const second = await machine('--no-worker');
  const machines = [first, second];
  const clients = machines.map(({ baseUrl, fetch }) => createClient({ baseUrl, apiKey: first.key, fetch }));
  const [client] = clients as [(typeof clients)[0]];

  const people = (await client.targetGroups.list({}).orThrow()).items.find(({ type }) => type === 'test')!;
  const mailingid = await client.mailings.create({ name: 'For approval', subject: 'x' }).orThrow();
  await client.mailings.setSender({ mailingid, body: 'news@example.com' }).orThrow();
  await client.mailings.setHtml({ mailingid, body: '<p>Hello</p>' }).orThrow();
  for (const { mailingChecks } of clients) {
    await mailingChecks.startApproval({ mailingid, test_targetgroup_id: people.id! }).orThrow();
  }
  const address = 'ada.moreau@example.com';
  const outboxes = () => machines.map(({ data }) => filesWith(join(data, 'outbox'), address).length);
  expect(outboxes()).toEqual([1, 1]);

  await client.contacts.deleteByEmail({ email: address }).orThrow();
  await vi.waitFor(() => expect(outboxes()).toEqual([0, 0]), { timeout: 20_000, interval: 200 });
  for (const { child, ended } of machines) {
    child.kill('SIGTERM');
    await ended;
  }
  await remove();
});
