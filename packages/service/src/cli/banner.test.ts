import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownIdentity } from '../platform/http/certificate.ts';
import { banner } from './banner.ts';

const facts = {
  server: { publicUrl: 'https://localhost:8443' },
  tls: { certFile: '/data/tls/certificate.pem' },
  newKey: undefined,
  chosen: false,
  hasSamples: false,
  firstUserLink: undefined,
  dataDir: '/data',
  smtp: undefined,
  relays: [],
  signed: undefined,
  bounces: undefined,
} as unknown as Parameters<typeof banner>[0];

test('where bounces are received is told if they are', () => {
  expect(banner(facts)).not.toContain('Bounces');
  const bounces = { domain: 'bounces.example.com', host: '0.0.0.0', port: 2525 };
  expect(banner({ ...facts, bounces })).toContain(
    '  Bounces        for addresses in bounces.example.com, received at smtp://0.0.0.0:2525\n  Data  ',
  );
});

test.each([
  [undefined, 'none; sign mails with --dkim-keys'],
  [[], 'none; --dkim-keys has no key yet'],
  [['a.example', 'b.example', 'a.example'], 'DKIM for a.example, b.example'],
])('signatures with keys of %j', (signed, wanted) => {
  expect(banner({ ...facts, smtp: 'smtp://relay.example', signed })).toContain(`  Signatures     ${wanted}\n`);
});

test('a link makes the first administrator while there are no users', () => {
  expect(banner(facts)).toContain('  Console        https://localhost:8443/console\n');
  const firstUserLink = 'https://localhost:8443/console/first?token=1.x';
  expect(banner({ ...facts, firstUserLink })).toContain(`  Console        ${firstUserLink}\n`);
  expect(banner({ ...facts, firstUserLink })).toContain('works once, for 24 hours');
});

test('the command to try asks this machine, whatever the public address', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'banner-'));
  try {
    const tls = await ownIdentity(directory);
    const server = { publicUrl: 'https://news.example.com', port: 9443 } as (typeof facts)['server'];
    const text = banner({ ...facts, tls, server });
    expect(text).toContain("'https://localhost:9443/1.0/contacts/count'");
    expect(text).toContain('  API            https://news.example.com/1.0\n');
  } finally {
    rmSync(directory, { recursive: true });
  }
});
