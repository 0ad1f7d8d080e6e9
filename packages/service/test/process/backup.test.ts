import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@mailwright/client';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
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
  await expect.poll(() => addresses.length).toBeGreaterThan(10);
  const rotated = await runMailwright(['secrets', 'rotate', '--data', dataDir]).ended;
  expect([rotated.code, rotated.stderr, rotated.stdout]).toEqual([
    0,
    '',
    expect.stringMatching(/^Encrypted [1-9]\d* secrets with the key [\da-f]{16}\. /),
  ]);
  const before = addresses.length;
  const { code, stdout, stderr } = await runMailwright(['backup', target, '--verify', '--with-key', '--data', dataDir])
    .ended;
  copied = true;
  await writing;
  expect([code, stderr]).toEqual([0, '']);
  const facts = await runMailwright(['doctor', '--json', '--data', dataDir]).ended;
  const checks = (JSON.parse(facts.stdout).findings as { check: string; state: string }[]).filter(
    ({ check }) => check === 'backups',
  );
  expect(checks).toMatchObject([{ state: 'ok' }]);
  expect(stdout).toMatch(new RegExp(`^The backup is in ${target}\\.\nVerified .*: 1 accounts, \\d+ contacts, `));
  expect(stdout).toContain('It contains the keys of the secrets in the database');

  const again = await runMailwright(['backup', target, '--data', dataDir]).ended;
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('already exists')]);

  await encryptsBackups(dataDir);

  const other = join(freshDirectory(), 'restored');
  const restored = await runMailwright(['restore', target, '--data', other]).ended;
  expect([restored.code, restored.stdout]).toEqual([
    0,
    expect.stringMatching(/^Restored the database of 20\d\d-.* into /),
  ]);
  expect(statSync(join(other, 'secrets.key')).mode & 0o777).toBe(0o600);
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

/** A backup for whoever has a private key; of the service's machine nobody can read it. */
async function encryptsBackups(dataDir: string): Promise<void> {
  const room = freshDirectory();
  const file = join(room, 'backup.tar.gz.age');
  const identity = await generateX25519Identity();
  const keyFile = join(room, 'key.txt');
  writeFileSync(keyFile, `# public key: ${await identityToRecipient(identity)}\n${identity}\n`);
  const run = (...args: string[]) => runMailwright([...args, '--data', dataDir]).ended;
  const made = await run('backup', file, '--recipient', await identityToRecipient(identity));
  expect([made.code, made.stdout, made.stderr]).toEqual([
    0,
    `The backup is in ${file}.\nIt does not contain ${join(dataDir, 'secrets.key')}, without which its secrets cannot be decrypted. Keep a copy elsewhere.\n`,
    '',
  ]);
  expect(readdirSync(room).sort()).toEqual(['backup.tar.gz.age', 'key.txt']);
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const other = join(room, 'other.txt');
  writeFileSync(other, await generateX25519Identity());
  const verified = await run('restore', file, '--identity', keyFile, '--verify', '--json');
  expect([verified.code, JSON.parse(verified.stdout).rows.account]).toEqual([0, 1]);
  const keyless = join(freshDirectory(), 'restored');
  const restored = await runMailwright(['restore', file, '--identity', keyFile, '--data', keyless]).ended;
  expect([restored.code, restored.stdout]).toEqual([
    0,
    expect.stringContaining(`copy your secrets.key into ${keyless} before you start the service`),
  ]);
  const start = await runMailwright(['serve', '--data', keyless, '--port', '0', '--http-port', '0']).ended;
  expect([start.code, start.stderr]).toEqual([1, expect.stringContaining('Put it there from your copy')]);
  const refused = await Promise.all([
    run('restore', file),
    run('restore', file, '--identity', other, '--verify'),
    run('restore', file, '--identity', file, '--verify'),
    run('backup', join(room, 'no'), '--recipient', 'age1nobody'),
    run('backup', file, '--recipient', await identityToRecipient(identity)),
  ]);
  expect(refused.map(({ code }) => code)).toEqual([1, 1, 1, 1, 1]);
  expect(refused.map(({ stderr }) => stderr)).toEqual([
    expect.stringContaining('is encrypted'),
    expect.stringContaining('cannot be unpacked'),
    expect.stringContaining('contains no line that begins with AGE-SECRET-KEY-'),
    expect.stringContaining('age1nobody is not a public key of age'),
    expect.stringContaining('already exists'),
  ]);
  expect(readdirSync(room).sort()).toEqual(['backup.tar.gz.age', 'key.txt', 'other.txt']);

  if (!existsSync('/usr/bin/age'))
    return console.log('Left out: age itself opens a backup (there is no /usr/bin/age).');
  const script = 'age --decrypt --identity key.txt backup.tar.gz.age | tar xz && sha256sum --check --quiet SHA256SUMS';
  execFileSync('bash', ['-o', 'pipefail', '-c', script], { cwd: room });
}
