import { join } from 'node:path';
import { createClient } from '@mailwright/client';
import { expect, test, vi } from 'vitest';
import { filesWith } from '../erasure/traces.ts';
import { emptyServerDatabase } from '../support/database.ts';
import { freshDirectory, startService } from '../support/process.ts';
import { trusting } from '../support/trust.ts';

test('two processes with one PostgreSQL, each with its own outbox: an erasure reaches both', async () => {
  const { config, remove } = await emptyServerDatabase();
  const machine = async (data: string, ...args: string[]) => {
    const service = await startService(data, ['--database', config.databaseUrl, ...args]);
    return { ...service, data, fetch: trusting(join(data, 'tls/certificate.pem')) };
  };
  const stop = async ({ child, ended }: Awaited<ReturnType<typeof machine>>) => {
    child.kill('SIGTERM');
    await ended;
  };
  const address = 'ada.moreau@example.com';
  const first = await machine(freshDirectory());
  let client = createClient({ baseUrl: first.baseUrl, apiKey: first.key, fetch: first.fetch });
  const people = (await client.targetGroups.list({}).orThrow()).items.find(({ type }) => type === 'test')!;
  const mailingid = await client.mailings.create({ name: 'For approval', subject: 'x' }).orThrow();
  await client.mailings.setSender({ mailingid, body: 'news@example.com' }).orThrow();
  await client.mailings.setHtml({ mailingid, body: '<p>Hello</p>' }).orThrow();
  const askForApproval = () =>
    client.mailingChecks.startApproval({ mailingid, test_targetgroup_id: people.id! }).orThrow();
  // Whoever works sends, so that they work one after the other.
  await askForApproval();
  await stop(first);
  const second = await machine(freshDirectory());
  client = createClient({ baseUrl: second.baseUrl, apiKey: first.key, fetch: second.fetch });
  await askForApproval();
  const machines = [await machine(first.data, '--no-worker'), second];
  const outboxes = () => machines.map(({ data }) => filesWith(join(data, 'outbox'), address).length);
  expect(outboxes()).toEqual([1, 1]);

  await client.contacts.deleteByEmail({ email: address }).orThrow();
  await vi.waitFor(() => expect(outboxes()).toEqual([0, 0]), { interval: 200 });
  await Promise.all(machines.map(stop));
  await remove();
});
