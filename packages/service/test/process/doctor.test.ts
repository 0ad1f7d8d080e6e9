import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createDkimKey } from '../../src/sending/index.ts';
import { freshDirectory, runMailwright, startService } from '../support/process.ts';
import { startScriptedDns } from '../support/scripted-dns.ts';

/** Nobody listens there. */
const noTime = '127.0.0.1:9';

test('mailwright doctor beside a service: a table, JSON, and the exit code', async () => {
  const keys = mkdtempSync(join(inject('runDirectory'), 'dkim-'));
  const { name, value } = createDkimKey(keys, { domain: 'good.example', selector: 's1', type: 'rsa' });
  const dns = await startScriptedDns({
    'good.example': { MX: ['10 mx.good.example'], TXT: ['v=spf1 ip4:192.0.2.25 -all'] },
    'mx.good.example': { A: ['192.0.2.25'] },
    '25.2.0.192.in-addr.arpa': { PTR: ['mx.good.example'] },
    [name]: { TXT: [value] },
    '_dmarc.good.example': { TXT: ['v=DMARC1; p=none'] },
  });
  const dataDir = freshDirectory();
  const service = await startService(dataDir);
  onTestFinished(async () => {
    dns.close();
    service.child.kill('SIGTERM');
    await service.ended;
  });
  const common = ['doctor', '--data', dataDir, '--dns', dns.address, '--time-server', noTime];
  const good = await runMailwright([
    ...common,
    ...[
      '--dkim-keys',
      keys,
      '--domain',
      'good.example',
      '--sending-address',
      '192.0.2.25',
      '--bounce-domain',
      'good.example',
    ],
    '--json',
  ]).ended;
  expect([good.code, good.stderr]).toEqual([0, '']);
  const { findings } = JSON.parse(good.stdout) as { findings: { check: string; subject: string; state: string }[] };
  expect(findings.map(({ check, state }) => `${check} ${state}`)).toEqual([
    'database ok',
    'secrets ok',
    'events ok',
    'backups warning',
    expect.stringMatching(/^disk (ok|warning)$/),
    'clock warning',
    'certificate ok',
    'dns warning',
    'mx ok',
    'ptr ok',
    'mx ok',
    'spf ok',
    'dkim ok',
    'dmarc ok',
  ]);

  const bad = await runMailwright([...common, '--domain', 'nowhere.example']).ended;
  expect(bad.code).toBe(1);
  expect(bad.stdout).toMatch(/^STATE +CHECK +WHERE +WHAT\n/);
  expect(bad.stdout).toMatch(/^ERROR +spf +nowhere\.example +There is no SPF record\./m);
});

test('a database that cannot be opened is a finding', async () => {
  const dataDir = freshDirectory();
  mkdirSync(join(dataDir, 'postgres'));
  const { code, stdout } = await runMailwright([
    'doctor',
    '--data',
    dataDir,
    '--time-server',
    noTime,
    '--domain',
    'localhost',
    '--dns',
    '127.0.0.1:9',
  ]).ended;
  expect(code).toBe(1);
  expect(stdout).toMatch(/^ERROR +database .* is not a database/m);
});
