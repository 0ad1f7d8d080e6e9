import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyServerDatabase } from '../support/database.ts';
import { freshDirectory, runMailwright } from '../support/process.ts';

const file = join(freshDirectory(), 'installation.yaml');
let place: Awaited<ReturnType<typeof emptyServerDatabase>>;
beforeAll(async () => {
  place = await emptyServerDatabase();
  writeFileSync(
    file,
    `accounts:
  - name: Mill & Sons
    domain: mill.example.com
    timeZone: Europe/Berlin
    demandsApproval: true
    signOffAbove: 10000
    quotas: { mailings: 500 }
    bounceLimits: { hard: 5, soft: null }
    limits:
      - perDay: 100000
      - { domain: slow.example.com, perMinute: 60 }
    sites:
      - { name: Shop, domain: shop.example.com, goals: [Order] }
relays:
  - name: backup
    address: smtps://mill@backup.example.com
    passwordFile: /etc/mailwright/backup-password
    accounts: [Mill & Sons]
dkimKeys:
  - { domain: mill.example.com, selector: one, type: ed25519 }
`,
  );
});
afterAll(() => place.remove());

const keys = freshDirectory();
const runBeside = (...args: string[]) => runMailwright(args, { MAILWRIGHT_DKIM_KEYS: keys }).ended;
const run = (...args: string[]) => runBeside(...args, '--database', place.config.databaseUrl);

test('a file is applied once; then nothing changes, and drift is shown and taken back', async () => {
  const planned = await run('plan', file);
  expect([planned.code, planned.stdout.split('\n')[0]]).toEqual([
    2,
    'account "Mill & Sons": create it with mill.example.com',
  ]);
  const applied = await run('apply', file, '--json');
  expect(applied.stderr).toBe('');
  const listed = await run('accounts', 'list', '--json');
  expect(JSON.parse(listed.stdout)).toMatchObject([{ name: 'Mill & Sons', keys: 0 }]);
  expect(JSON.parse(applied.stdout).changed).toEqual([
    'account "Mill & Sons": create it with mill.example.com',
    'DKIM key one._domainkey.mill.example.com: create it; then set its DNS record',
    'account "Mill & Sons": approval is demanded',
    'account "Mill & Sons": two users for sendouts above 10000',
    'account "Mill & Sons": quota mailings 100000 → 500',
    'account "Mill & Sons": bounce limits hard 5, soft off',
    'account "Mill & Sons": limit for all mails: 100000 per day',
    'account "Mill & Sons": limit for slow.example.com: 60 per minute',
    'account "Mill & Sons": add the site "Shop" with shop.example.com',
    'relay "backup": add it with smtps://mill@backup.example.com',
    'account "Mill & Sons": add the goal "Order" to the site "Shop"',
  ]);
  expect(await run('plan', file)).toMatchObject({ code: 0, stdout: 'Nothing to change.\n' });
  expect(await run('apply', file)).toMatchObject({ code: 0, stdout: 'Nothing to change.\n' });

  expect((await run('limits', 'set', 'slow.example.com', '--per-minute', '5')).code).toBe(0);
  const drift = 'account "Mill & Sons": limit for slow.example.com: 60 per minute\n';
  expect(await run('plan', file)).toMatchObject({ code: 2, stdout: drift });
  expect(await run('apply', file)).toMatchObject({ code: 0, stdout: drift });
  expect(await run('plan', file)).toMatchObject({ code: 0 });

  expect(readdirSync(keys)).toEqual(['one._domainkey.mill.example.com.pem']);
  const otherType = join(freshDirectory(), 'type.yaml');
  writeFileSync(otherType, 'dkimKeys: [{ domain: mill.example.com, selector: one, type: rsa }]');
  expect((await run('plan', otherType)).stderr).toContain('has the type ed25519, which cannot be changed to rsa');
  rmSync(join(keys, 'one._domainkey.mill.example.com.pem'));
  expect((await runBeside('dkim', '--domain', 'mill.example.com', '--selector', 'two')).code).toBe(0);
  const other = await run('plan', file);
  expect(other).toMatchObject({ code: 2, stdout: expect.stringMatching(/^DKIM key one\._domainkey/) });
  expect(other.stderr).toContain('left as it is: DKIM key two._domainkey.mill.example.com');
});

test('what is wrong in a file is told with its place', async () => {
  const wrong = join(freshDirectory(), 'wrong.yaml');
  writeFileSync(wrong, 'accounts: [{ name: A, domain: a.example.com, limits: [{ perMinute: 0 }] }]');
  const { code, stderr } = await run('apply', wrong);
  expect([code, stderr]).toEqual([1, expect.stringContaining('accounts.0.limits.0.perMinute must be >= 1')]);
});
