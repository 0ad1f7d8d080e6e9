import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { commandLine } from '../support/command-line.ts';
import { usedDirectory } from '../support/data-directory.ts';
import { startService } from '../support/process.ts';
import { trusting } from '../support/trust.ts';

test('a second account, its keys and its end, beside a running service; the audit log has it', async () => {
  const dataDir = await usedDirectory();
  const service = await startService(dataDir);
  onTestFinished(async () => {
    service.child.kill('SIGTERM');
    await service.ended;
  });
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await commandLine([...args, '--data', dataDir]);
    expect([args, code, stderr]).toEqual([args, 0, expect.any(String)]);
    return stdout.trim();
  };
  const fetch = trusting(join(dataDir, 'tls/certificate.pem'));
  const ping = async (key: string) =>
    (await fetch(`${service.baseUrl}/ping`, { headers: { authorization: `Bearer ${key}` } })).status;

  const key = await run('accounts', 'create', 'Shop', '--domain', 'news.example.com');
  expect(await ping(key)).toBe(200);
  const bound = await run('keys', 'create', '--account', '2', '--networks', '192.0.2.0/24,::1');
  expect(await ping(bound)).toBe(403);
  const next = await run('keys', 'rotate', '2', '--account', '2', '--overlap', '12h');
  expect([await ping(key), await ping(next)]).toEqual([200, 200]);
  expect(await run('keys', 'list', '--account', '2')).toMatch(/192\.0\.2\.0\/24,::1\/128 +never /);
  expect(await run('keys', 'list', '--account', '2')).toMatch(/first key .* \d{4}-\d\d-\d\d \d\d:\d\d +valid/);

  const audit = await run('audit', '--account', '2', '--limit', '3');
  const rows = audit.split('\n').map((line) => line.slice('2031-01-01 00:00:00'.length).trim().replace(/ +/g, ' '));
  expect(rows).toEqual([
    'WHO WHAT OBJECT FROM',
    'operator rotateKey id=2 this machine',
    'operator createKey id=3 this machine',
    'operator createAccount this machine',
  ]);
  const json = await run('audit', '--account', '2', '--action', 'createAccount', '--since', '1h', '--json');
  expect(JSON.parse(json)).toMatchObject({ key: null, action: 'createAccount', network: null });

  await run('keys', 'revoke', '4', '--account', '2');
  expect([await ping(key), await ping(next)]).toEqual([200, 401]);
  await run('accounts', 'quota', '2', 'contacts', '50000');
  expect(await run('accounts', 'quota', '2')).toMatch(/^contacts +50000 +10000000\ncontact-filters +200 +200$/m);
  await run('accounts', 'quota', '2', 'contacts', 'default');
  expect(await run('accounts', 'quota', '2')).toMatch(/^contacts +10000000 +10000000$/m);

  expect(await run('accounts', 'bounce-policy', '2')).toMatch(/^unknown +1\nhard +3\nsoft +10\nhold +1$/m);
  expect(await run('accounts', 'bounce-policy', '2', '--unknown', '3', '--soft', 'off', '--hold', '0')).toMatch(
    /^unknown +3\nhard +3\nsoft +off\nhold +0$/m,
  );
  const refused = await commandLine(['accounts', 'bounce-policy', '2', '--unknown', '11', '--data', dataDir]);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('It must be an integer from 1 to 10.')]);

  expect(await run('accounts', 'list')).toMatch(/^2 +Shop +news\.example\.com +UTC +2 +\S+ +open$/m);
  await run('accounts', 'close', '2', '--force');
  expect([await ping(key), await ping(service.key)]).toEqual([401, 200]);
  expect(await run('accounts', 'list')).toMatch(/^2 +Shop .* 0 +\S+ +closed \d{4}-\d\d-\d\d$/m);
});
