import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { spf } from 'mailauth/lib/spf/index.js';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { checkBounceSources } from '../../src/cli/doctor/bounces.ts';
import { checkClock } from '../../src/cli/doctor/clock.ts';
import { checkDatabase } from '../../src/cli/doctor/database.ts';
import { checkCertificate, checkDisk, checkOrder } from '../../src/cli/doctor/machine.ts';
import { checkOwners } from '../../src/cli/doctor/owners.ts';
import { checkSender } from '../../src/cli/doctor/sender.ts';
import { checkBounceDomain, checkPtr, checkPublicName } from '../../src/cli/doctor/server.ts';
import { ownIdentity } from '../../src/platform/http/certificate.ts';
import { type Dns, dnsOf } from '../../src/platform/network/dns.ts';
import { createDkimKey, listDkimRecords } from '../../src/sending/index.ts';
import { checkSpf } from '../../src/sending/sender-dns/spf.ts';
import { startScriptedDns, type Zone } from '../support/scripted-dns.ts';

const keys = mkdtempSync(join(inject('runDirectory'), 'dkim-'));
const record = createDkimKey(keys, { domain: 'good.example', selector: 's1', type: 'rsa' });
const edRecord = createDkimKey(keys, { domain: 'good.example', selector: 's2', type: 'ed25519' });
createDkimKey(keys, { domain: 'bad.example', selector: 's1', type: 'ed25519' });
createDkimKey(keys, { domain: 'bad.example', selector: 's2', type: 'ed25519' });

const many = Array.from({ length: 11 }, (_, i) => `include:i${i}.example`).join(' ');
const zone: Zone = {
  'good.example': {
    MX: ['20 mx2.good.example', '10 mx.good.example'],
    TXT: ['v=spf1 include:_spf.good.example mx -all', 'other'],
  },
  '_spf.good.example': { TXT: ['v=spf1 ip4:192.0.2.0/24 ip6:2001:db8::/32 ?all'] },
  'mx.good.example': { A: ['198.51.100.7'] },
  'mx2.good.example': { AAAA: ['2001:db8:1:0:0:0:0:9'] },
  's1._domainkey.good.example': { TXT: [record.value] },
  's2._domainkey.good.example': { TXT: [edRecord.value.replace('; ', ' ;')] },
  '_dmarc.good.example': { TXT: ['v=DMARC1; p=reject; rua=mailto:d@good.example'] },
  'sub.good.example': { A: ['192.0.2.1'], TXT: ['v=spf1 redirect=good.example'] },
  'bad.example': { MX: ['0 .'], TXT: ['v=spf1 +all'] },
  's1._domainkey.bad.example': { TXT: ['v=DKIM1; k=ed25519; p=AAAA'] },
  '_dmarc.bad.example': { TXT: ['v=DMARC1; p=non'] },
  '_dmarc.two.example': { TXT: ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] },
  'two.example': { TXT: ['v=spf1 -all', 'v=spf1 ~all'] },
  'soft.example': { TXT: ['v=spf1 a:mx.good.example/24 ~all'] },
  'many.example': { TXT: [`v=spf1 ${many} -all`] },
  ...Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`i${i}.example`, { TXT: ['v=spf1 ?all'] }])),
  'wrong.example': { TXT: ['v=spf1 ipv4:192.0.2.1 -all'] },
  'loop.example': { TXT: ['v=spf1 include:loop.example -all'] },
  'range.example': { TXT: ['v=spf1 ip4:192.0.2.1/33 -all'] },
  'void.example': { TXT: ['v=spf1 include:nowhere.example -all'] },
  'silent.example': { TXT: 'SERVFAIL', MX: 'SERVFAIL', A: 'SERVFAIL', AAAA: 'SERVFAIL' },
  '_dmarc.silent.example': { TXT: 'SERVFAIL' },
  'bounce.example': { MX: ['10 mx.good.example'] },
  'lost.example': { MX: ['10 gone.example'] },
  '25.2.0.192.in-addr.arpa': { PTR: ['mail.good.example'] },
  'mail.good.example': { A: ['192.0.2.25'] },
  '26.2.0.192.in-addr.arpa': { PTR: ['mail.good.example'] },
};

let server: Awaited<ReturnType<typeof startScriptedDns>>;
let dns: Dns;
beforeAll(async () => {
  server = await startScriptedDns(zone);
  dns = dnsOf(server.address);
});
afterAll(() => server?.close());

/** `state check subject` of findings. */
const told = (findings: { state: string; check: string; subject: string }[]) =>
  findings.map(({ state, check, subject }) => `${state} ${check} ${subject}`);

describe('SPF', () => {
  test.each([
    ['192.0.2.9', 'good.example', 'pass'],
    ['198.51.100.7', 'good.example', 'pass'],
    ['2001:db8:1::9', 'good.example', 'pass'],
    ['203.0.113.1', 'good.example', 'fail'],
    ['192.0.2.9', 'sub.good.example', 'pass'],
    ['203.0.113.1', 'bad.example', 'pass'],
    ['203.0.113.1', 'two.example', 'permerror'],
    ['198.51.100.200', 'soft.example', 'pass'],
    ['203.0.113.1', 'soft.example', 'softfail'],
    ['203.0.113.1', 'many.example', 'permerror'],
    ['203.0.113.1', 'wrong.example', 'permerror'],
    ['203.0.113.1', 'loop.example', 'permerror'],
    ['203.0.113.1', 'range.example', 'permerror'],
    ['203.0.113.1', 'void.example', 'permerror'],
    ['203.0.113.1', 'mx.good.example', 'none'],
    ['203.0.113.1', 'nowhere.example', 'none'],
    ['203.0.113.1', 'silent.example', 'temperror'],
  ])('%s for %s: %s, as mailauth says too', async (ip, domain, wanted) => {
    expect((await checkSpf(dns, ip, domain)).result).toBe(wanted);
    const resolver = new (await import('node:dns/promises')).Resolver();
    resolver.setServers([server.address]);
    const judged = await spf({
      ip,
      helo: domain,
      sender: `news@${domain}`,
      resolver: (name: string, type: string) => resolver.resolve(name, type as 'TXT'),
    });
    expect(judged.status.result).toBe(wanted);
  });
});

describe('senders', () => {
  const check = (domain: string, ...sendingAddresses: string[]) =>
    checkSender(dns, { domain, sendingAddresses, keys: listDkimRecords(keys) });

  test('all is well', async () => {
    expect(told(await check('good.example', '192.0.2.9'))).toEqual([
      'ok mx good.example',
      'ok spf good.example',
      'ok dkim s1._domainkey.good.example',
      'ok dkim s2._domainkey.good.example',
      'ok dmarc good.example',
    ]);
  });

  test('a subdomain has the policy and the keys of the domain above it', async () => {
    expect(told(await check('sub.good.example'))).toEqual([
      'ok mx sub.good.example',
      'ok spf sub.good.example',
      'ok dkim s1._domainkey.good.example',
      'ok dkim s2._domainkey.good.example',
      'ok dmarc sub.good.example',
    ]);
  });

  test('everything is wrong, and what to do is said', async () => {
    const findings = await check('bad.example');
    expect(told(findings)).toEqual([
      'warning mx bad.example',
      'error spf bad.example',
      'error dkim s1._domainkey.bad.example',
      'error dkim s2._domainkey.bad.example',
      'error dmarc bad.example',
    ]);
    const [, spfFinding, other, missing] = findings.map(({ message }) => message);
    expect(spfFinding).toContain('allows anyone to send');
    expect(other).toMatch(/another key.*Replace it with TXT "v=DKIM1; k=ed25519; p=/);
    expect(missing).toMatch(/^There is no record\. Add TXT "v=DKIM1; k=ed25519; p=/);
  });

  test('an address that may not send is named', async () => {
    const [, finding] = await check('good.example', '203.0.113.1');
    expect(finding).toMatchObject({ state: 'error', message: expect.stringContaining('Add ip4:203.0.113.1') });
  });

  test('two policies are none', async () => {
    const finding = (await check('two.example')).find(({ check }) => check === 'dmarc');
    expect(finding).toMatchObject({ state: 'error', message: expect.stringContaining('has several DMARC records') });
  });

  test('SPF is asked for where bounces go', async () => {
    const facts = { domain: 'good.example', returnPath: 'bad.example', sendingAddresses: [], keys: undefined };
    const spf = (await checkSender(dns, facts)).filter(({ check }) => check === 'spf');
    expect(spf).toMatchObject([{ subject: 'bad.example', state: 'error' }]);
  });

  test('a DNS that does not answer is nobody’s fault', async () => {
    const facts = { domain: 'silent.example', sendingAddresses: ['192.0.2.9'], keys: undefined };
    const findings = await checkSender(dns, facts);
    expect(new Set(findings.map(({ state }) => state))).toEqual(new Set(['warning']));
  });

  test('a domain that is not there', async () => {
    expect(told(await check('nowhere.example'))).toEqual([
      'warning mx nowhere.example',
      'error spf nowhere.example',
      'error dkim nowhere.example',
      'error dmarc nowhere.example',
    ]);
  });
});

describe('servers', () => {
  test.each([
    ['192.0.2.25', 'ok', 'mail.good.example'],
    ['192.0.2.26', 'error', 'does not resolve'],
    ['192.0.2.27', 'error', 'PTR'],
  ])('the name of %s: %s', async (address, state, word) => {
    expect(await checkPtr(dns, address)).toMatchObject([{ state, message: expect.stringContaining(word) }]);
  });

  test.each([
    ['mail.good.example', 'ok', '192.0.2.25'],
    ['nowhere.example', 'error', 'does not resolve'],
    ['localhost', 'warning', '--public-url'],
    ['silent.example', 'warning', 'does not respond'],
  ])('links to %s: %s', async (host, state, word) => {
    expect(await checkPublicName(dns, host)).toMatchObject([{ state, message: expect.stringContaining(word) }]);
  });

  test.each([
    ['bounce.example', 'ok'],
    ['lost.example', 'error'],
    ['nowhere.example', 'error'],
    ['silent.example', 'warning'],
  ])('bounces to %s: %s', async (domain, state) => {
    expect(await checkBounceDomain(dns, domain)).toMatchObject([{ state }]);
  });
});

describe('the machine', () => {
  const gibibyte = 1024 ** 3;
  test.each([
    [2 * gibibyte, 'ok'],
    [gibibyte / 2, 'warning'],
    [gibibyte / 20, 'error'],
  ])('%i bytes free: %s', (free, state) => {
    expect(checkDisk(keys, () => free)).toMatchObject([{ state }]);
  });

  const day = 86_400_000;
  test.each([
    ['localhost', 0, 'ok', 'valid for'],
    ['news.example.com', 0, 'error', 'not valid for news.example.com'],
    ['localhost', 390 * day, 'warning', 'Renew it'],
    ['localhost', 400 * day, 'error', 'expired'],
    ['localhost', -10 * day, 'error', 'not valid before'],
  ])('the certificate for %s in %i ms: %s', async (host, later, state, word) => {
    const { certFile } = await ownIdentity(mkdtempSync(join(inject('runDirectory'), 'tls-')));
    const now = new Date(Date.now() + later);
    expect(checkCertificate(certFile, host, now)).toMatchObject([{ state, message: expect.stringContaining(word) }]);
  });

  test.each([
    ['no order yet', undefined, ['warning No certificate was ordered yet']],
    ['the first order', { reason: null, pem: false }, ['warning A certificate is being ordered']],
    ['a failure', { reason: 'Open port 80', pem: false }, ['error No certificate was ordered. Open port 80. The next']],
    ['a certificate', { reason: null, pem: true }, ['ok It is valid for']],
    ['a failed renewal', { reason: 'Wait', pem: true }, ['error No certificate was ordered. Wait.', 'ok It is valid']],
  ])('a certificate by ACME: %s', async (_what, order, wanted) => {
    const { cert } = await ownIdentity(mkdtempSync(join(inject('runDirectory'), 'tls-')));
    const state = order && { reason: order.reason, pem: order.pem ? cert : null, dueAt: '2031-01-01T00:00:00.000Z' };
    const findings = checkOrder(state, 'localhost', new Date()).map(({ state, message }) => `${state} ${message}`);
    expect(findings).toEqual(wanted.map((words) => expect.stringContaining(words)));
  });

  test.each([
    [[{ type: 2 as const, value: 'news.example.com' }], 'news.example.com', 'warning', 'self-signed'],
    [[{ type: 7 as const, ip: '192.0.2.1' }], '192.0.2.1', 'warning', 'self-signed'],
    [[{ type: 7 as const, ip: '192.0.2.1' }], '192.0.2.2', 'error', 'not valid for 192.0.2.2'],
  ])('a certificate of one’s own for %j, asked as %s: %s', async (altNames, host, state, word) => {
    const file = join(mkdtempSync(join(inject('runDirectory'), 'tls-')), 'own.pem');
    const extensions = [{ name: 'subjectAltName' as const, altNames }];
    writeFileSync(file, (await generate([{ name: 'commonName', value: host }], { extensions })).cert);
    expect(checkCertificate(file, host, new Date())).toMatchObject([{ state, message: expect.stringContaining(word) }]);
  });

  test('what the first start makes is missed, and no fault', () => {
    const nowhere = join(keys, 'nowhere');
    expect(checkDisk(nowhere)).toMatchObject([{ state: 'warning' }]);
    expect(checkCertificate(nowhere, 'localhost', new Date())).toMatchObject([{ state: 'warning' }]);
  });

  const fine = { version: '18.1', secondsAhead: 0.3, readOnly: false, deadJobs: 0 };
  test.each([
    [{}, ['ok PostgreSQL 18.1 responds.']],
    [
      { readOnly: true },
      ['error PostgreSQL 18.1 responds but rejects changes. Free disk space, or use its primary server.'],
    ],
    [
      { secondsAhead: -61.26, deadJobs: 2 },
      [
        'ok PostgreSQL 18.1 responds.',
        'warning Its clock is -61.3 seconds ahead of the one of this machine. Synchronize both with NTP.',
        'warning 2 background jobs have failed permanently. See the log for the reason.',
      ],
    ],
  ])('a database that says %j', (change, wanted) => {
    const findings = checkDatabase('PostgreSQL', { ...fine, ...change });
    expect(findings.map(({ state, message }) => `${state} ${message}`)).toEqual(wanted);
  });

  test('a file that holds none', () => {
    expect(checkCertificate(join(keys, 's1._domainkey.good.example.pem'), 'localhost', new Date())).toMatchObject([
      { state: 'error' },
    ]);
  });

  test.each([
    [0, 'ok'],
    [-30, 'warning'],
    [3600, 'error'],
  ])('a time server that is %i seconds ahead: %s', async (ahead, state) => {
    const socket = createSocket('udp4');
    socket.on('message', (_query, { port, address }) => {
      const answer = Buffer.alloc(48);
      answer[0] = 0x24;
      const now = Date.now() / 1000 + ahead + 2_208_988_800;
      for (const offset of [32, 40]) {
        answer.writeUInt32BE(Math.floor(now), offset);
        answer.writeUInt32BE(Math.floor((now % 1) * 2 ** 32), offset + 4);
      }
      socket.send(answer, port, address);
    });
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    const { port } = socket.address() as AddressInfo;
    expect(await checkClock(`127.0.0.1:${port}`)).toMatchObject([{ state }]);
    socket.close();
    expect(await checkClock(`127.0.0.1:${port}`, 50)).toMatchObject([{ state: 'warning' }]);
  });
});

describe('ways in for bounces', () => {
  const now = new Date('2031-05-01T12:00:00Z');
  const at = (minutesAgo: number) => new Date(now.getTime() - minutesAgo * 60_000).toISOString();
  const check = (isPortUsed: boolean, ...sources: Parameters<typeof checkBounceSources>[0]) =>
    checkBounceSources(sources, { isPortUsed, publicUrl: 'https://news.example.com', now }).map(
      ({ state, subject, message }) => `${state} ${subject} ${message}`,
    );
  const never = { readAt: null, failedAt: null, failure: null };

  test.each<[string, Parameters<typeof checkBounceSources>[0][number], RegExp]>([
    [
      'a mailbox that was never read',
      { name: 'mailbox', ...never },
      /^warning mailbox It has not been read yet\. Start/,
    ],
    ['one that is read', { name: 'mailbox', ...never, readAt: at(3) }, /^ok mailbox .* 2031-05-01 11:57 UTC\.$/],
    ['one that nobody reads', { name: 'mailbox', ...never, readAt: at(99) }, /^warning mailbox .* is running\.$/],
    [
      'a password that is wrong',
      { name: 'mailbox', readAt: at(9), failedAt: at(2), failure: 'Authentication failed.' },
      /^error mailbox It could not be read at 2031-05-01 11:58 UTC: .* password or token file\. .* 11:51 UTC\.$/,
    ],
    [
      'a server that is away',
      { name: 'mailbox', readAt: null, failedAt: at(2), failure: 'connect ECONNREFUSED' },
      /^error mailbox .* Check the host, port and folder in --bounce-mailbox.* read never\.$/,
    ],
    [
      'a failure that is over',
      { name: 'mailbox', readAt: at(1), failedAt: at(2), failure: 'connect ECONNREFUSED' },
      /^ok mailbox /,
    ],
    [
      'a provider that has not posted',
      { name: 'mailgun', ...never },
      /^warning mailgun No event .* https:\/\/news\.example\.com\/bounce-events\/mailgun /,
    ],
    [
      'a wrong key',
      { name: 'mailgun', readAt: at(9000), failedAt: at(2), failure: 'wrong signature' },
      /^warning mailgun .* wrong signature\. .* --bounce-events\. .* accepted at 2031-04-25/,
    ],
    ['events that are accepted', { name: 'ses', ...never, readAt: at(9000) }, /^ok ses The last event/],
  ])('%s', (_, source, wanted) => {
    expect(check(false, source)).toEqual([expect.stringMatching(wanted)]);
  });

  test('without any, bounces are lost', () => {
    expect(check(false)).toEqual([expect.stringMatching(/^warning service .* --bounce-mailbox or --bounce-events\.$/)]);
    expect(check(true)).toEqual([]);
  });
});

test.each<[what: string, owners: [string, number][], accounts: number, wanted: RegExp[]]>([
  ['an account that is alone', [], 1, []],
  [
    'each domain has one account',
    [
      ['good.example', 1],
      ['mail.bad.example', 2],
    ],
    2,
    [],
  ],
  ['a key of nobody', [['good.example', 1]], 2, [/give bad\.example/]],
  [
    'a domain of two',
    [
      ['good.example', 1],
      ['good.example', 2],
      ['bad.example', 2],
    ],
    2,
    [/^Accounts 1, 2 .*remove good\.example/],
  ],
])('owners of domains: %s', (_, owners, accounts, wanted) => {
  const owned = owners.map(([domain, account]) => {
    const others = owners.flatMap(([other, id]) => (other === domain && id !== account ? [id] : []));
    return { domain, account, proof: 'in use' as const, since: '', others };
  });
  const open = Array.from({ length: accounts }, () => ({ closed: null }));
  const found = checkOwners(owned, listDkimRecords(keys), open);
  expect(found.map(({ message }) => message)).toEqual(wanted.map((pattern) => expect.stringMatching(pattern)));
});
