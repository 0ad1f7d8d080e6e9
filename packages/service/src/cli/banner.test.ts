import { expect, test } from 'vitest';
import { banner } from './banner.ts';

const facts = {
  server: { publicUrl: 'https://localhost:8443' },
  tls: { certFile: '/data/tls/certificate.pem' },
  newKey: undefined,
  chosen: false,
  hasSamples: false,
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
