import { join } from 'node:path';
import { createClient } from '@mailwright/client';
import { expect, onTestFinished, test } from 'vitest';
import { freshDirectory, runMailwright, startService } from '../support/process.ts';
import { trusting } from '../support/trust.ts';

test('the database is copied beside a service that is written to, and restored', async () => {
  const dataDir = freshDirectory();
  const target = join(freshDirectory(), 'backup');
  const service = await startService(dataDir);
  onTestFinished(async () => {
    service.child.kill('SIGTERM');
    await service.ended;
  });
  const clientOf = ({ baseUrl }: { baseUrl: string }, directory: string) =>
    createClient({ baseUrl, apiKey: service.key, fetch: trusting(join(directory, 'tls', 'certificate.pem')) });
  const client = clientOf(service, dataDir);
  const addresses: string[] = [];
  let copied = false;
  const writing = (async () => {
    while (!copied) {
      const email = `reader-${addresses.length}@example.com`;
      await client.contacts.createByEmail({ email, body: {} }).orThrow();
      addresses.push(email);
    }
  })();
  await expect.poll(() => addresses.length, { timeout: 30_000 }).toBeGreaterThan(10);
  const before = addresses.length;
  const { code, stdout, stderr } = await runMailwright(['backup', target, '--data', dataDir]).ended;
  copied = true;
  await writing;
  expect([code, stdout, stderr]).toEqual([0, `The backup is in ${target}.\n`, '']);

  const again = await runMailwright(['backup', target, '--data', dataDir]).ended;
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('already exists')]);

  const other = join(freshDirectory(), 'restored');
  const restored = await runMailwright(['restore', target, '--data', other]).ended;
  expect([restored.code, restored.stdout]).toEqual([
    0,
    expect.stringMatching(/^Restored the database of 20\d\d-.* into /),
  ]);
  const second = runMailwright(['serve', '--data', other, '--port', '0', '--http-port', '0']);
  const [, baseUrl] = await second.printed(/API {2,}(https:\S+)/);
  await second.printed(/Ctrl\+C/);
  const found = await clientOf({ baseUrl: baseUrl! }, other).contacts.list({ page_size: 1000 }).orThrow();
  const there = new Set(found.items.map(({ email }) => email));
  second.child.kill('SIGTERM');
  await second.ended;
  expect(addresses.slice(0, before).filter((email) => !there.has(email))).toEqual([]);
  const last = addresses.findLastIndex((email) => there.has(email));
  expect(addresses.slice(0, last + 1).filter((email) => !there.has(email))).toEqual([]);
});
