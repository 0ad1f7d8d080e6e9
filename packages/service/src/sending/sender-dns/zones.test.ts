// More than 400 lines: one table of zones, judged by all records.
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { FetchFailure } from '../../platform/fetch/failure.ts';
import type { FetchAnswer, GuardedFetch } from '../../platform/fetch/fetch.ts';
import type { Dns } from '../../platform/network/dns.ts';
import { dkimRecord } from '../dkim/keys.ts';
import { bimiRecord } from './bimi-record.ts';
import { dkimKeyRecord } from './dkim-record.ts';
import { domainRecords } from './domain-records.ts';
import { mxRecord } from './mx-record.ts';
import { ptrRecord, reverseName } from './ptr-record.ts';
import { spfRecord } from './spf-record.ts';
import { mtaStsRecord, parsePolicy, tlsReportRecord } from './transport-records.ts';

/** Records by kind and name; `'?'`: no answer. */
type Zone = Record<string, readonly string[] | '?'>;

function dnsOfZone(zone: Zone): Dns & { asked: string[] } {
  const asked: string[] = [];
  const read = (kind: string) => async (name: string) => {
    asked.push(`${kind} ${name}`);
    const found = zone[`${kind} ${name}`] ?? zone[`${kind} *`] ?? [];
    return found === '?' ? undefined : found;
  };
  return { asked, texts: read('TXT'), exchanges: read('MX'), addresses: read('A'), names: read('PTR') };
}

/** `found`, or the problem with its detail. */
const verdict = ({ found, problem, detail }: { found: boolean | null; problem?: string; detail?: string }) =>
  [found === null ? 'silent' : found ? 'found' : 'missing', problem, detail]
    .filter((part) => part !== undefined)
    .join(' ');

const chain = (length: number): Zone =>
  Object.fromEntries(
    Array.from({ length }, (_, at) => [
      `TXT i${at}.example`,
      [at === length - 1 ? 'v=spf1 ?all' : `v=spf1 include:i${at + 1}.example ?all`],
    ]),
  );
const many = (terms: number, term: (at: number) => string) =>
  `v=spf1 ${Array.from({ length: terms }, (_, at) => term(at)).join(' ')} -all`;

describe('SPF', () => {
  const spf = (text: string | readonly string[], more: Zone = {}, address?: string) =>
    spfRecord(
      dnsOfZone({ 'TXT shop.example': typeof text === 'string' ? [text] : text, ...more }),
      'shop.example',
      address,
    );

  test.each<[text: string | readonly string[], wanted: string, more?: Zone, address?: string]>([
    [[], 'missing'],
    ['v=spf1 -all', 'found'],
    ['V=SPF1 ~all', 'found'],
    ['v=spf1', 'found'],
    ['v=spf10 -all', 'missing'],
    [['v=spf1 -all', 'google=1'], 'found'],
    [['v=spf1 -all', 'v=spf1 -all'], 'missing several_records shop.example has 2 SPF records'],
    ['v=spf1 all', 'missing allows_everybody'],
    ['v=spf1 ip4:0.0.0.0/0 -all', 'missing allows_everybody'],
    ['v=spf1 include:any.example -all', 'missing allows_everybody', { 'TXT any.example': ['v=spf1 +all'] }],
    ['v=spf1 redirect=any.example', 'missing allows_everybody', { 'TXT any.example': ['v=spf1 +all'] }],
    ['v=spf1 ip4:192.0.2.1 -all', 'found', {}, '192.0.2.1'],
    ['v=spf1 ip4:192.0.2.0/24 -all', 'missing address_missing ip4:198.51.100.1', {}, '198.51.100.1'],
    ['v=spf1 ip6:2001:db8::/32 -all', 'found', {}, '2001:db8::9'],
    ['v=spf1 -all', 'missing address_missing ip6:2001:db8::9', {}, '2001:db8::9'],
    ['v=spf1 ipv4:192.0.2.1 -all', 'missing invalid "ipv4:192.0.2.1" of shop.example is not an SPF mechanism'],
    ['v=spf1 ip4:192.0.2.1/33 -all', 'missing invalid "ip4:192.0.2.1/33" has no such length'],
    ['v=spf1 ip4:shop.example -all', 'missing invalid "ip4:shop.example" has no IP address'],
    ['v=spf1 , -all', 'missing invalid "," of shop.example cannot be read'],
    [
      'v=spf1 include:none.example -all',
      'missing invalid include:none.example refers to a domain without an SPF record',
    ],
    ['v=spf1 include:slow.example -all', 'silent', { 'TXT slow.example': '?' }],
    ['v=spf1 mx -all', 'silent', { 'MX shop.example': '?' }],
    ['v=spf1 a -all', 'silent', { 'A shop.example': '?' }],
    // Nothing behind a term that decides is asked for.
    ['v=spf1 -all include:slow.example', 'found', { 'TXT slow.example': '?' }],
    // Look-ups
    ['v=spf1 include:i0.example -all', 'found', chain(10)],
    [
      'v=spf1 include:i0.example -all',
      'missing too_many_lookups include:i10.example is the 11th of at most 10',
      chain(11),
    ],
    ['v=spf1 include:shop.example -all', 'missing too_many_lookups include:shop.example is the 11th of at most 10'],
    ['v=spf1 redirect=shop.example', 'missing too_many_lookups redirect=shop.example is the 11th of at most 10'],
    [many(10, () => 'exists:%{i}.shop.example'), 'found'],
    [many(11, () => 'ptr'), 'missing too_many_lookups ptr is the 11th of at most 10'],
    [many(50, (at) => `ip4:192.0.2.${at}`), 'found'],
    [
      many(11, (at) => `a:h${at}.example`),
      'missing too_many_lookups a:h10.example is the 11th of at most 10',
      { 'A *': ['192.0.2.7'] },
    ],
    // Void look-ups
    ['v=spf1 a:v0.example a:v1.example -all', 'found'],
    [
      'v=spf1 a:v0.example a:v1.example a:v2.example -all',
      'missing void_lookups a:v2.example finds nothing, as 2 terms before',
    ],
    [
      'v=spf1 mx:v0.example mx:v1.example mx:v2.example -all',
      'missing void_lookups mx:v2.example finds nothing, as 2 terms before',
    ],
    [
      'v=spf1 mx -all',
      'missing void_lookups mx finds nothing, as 2 terms before',
      { 'MX shop.example': ['a.example', 'b.example', 'c.example'] },
    ],
    [
      'v=spf1 a:v0.example include:more.example -all',
      'missing void_lookups a:v2.example finds nothing, as 2 terms before',
      { 'TXT more.example': ['v=spf1 a:v1.example a:v2.example ?all'] },
    ],
  ])('%j: %s', async (text, wanted, more, address) => {
    const record = await spf(text, more, address);
    expect(verdict(record)).toBe(wanted);
    expect(record.lookups ?? 0).toBeLessThanOrEqual(11);
  });

  test('look-ups are counted through what is included, and a hostile record asks for no more', async () => {
    expect(
      await spf('v=spf1 include:i0.example a -all', { ...chain(4), 'A shop.example': ['192.0.2.7'] }),
    ).toMatchObject({ lookups: 5, got: 'v=spf1 include:i0.example a -all' });
    const dns = dnsOfZone({
      'TXT *': [many(400, (at) => `include:x${at}.example`)],
      'MX *': Array.from({ length: 50 }, (_, at) => `m${at}.example`),
    });
    await spfRecord(dns, 'shop.example');
    expect(dns.asked.length).toBeLessThan(20);
    const wide = dnsOfZone({
      'TXT shop.example': [many(10, (at) => `mx:m${at}.example`)],
      'MX *': Array.from({ length: 50 }, (_, at) => `x${at}.example`),
      'A *': ['192.0.2.7'],
    });
    expect(verdict(await spfRecord(wide, 'shop.example'))).toBe('found');
    expect(wide.asked.length).toBeLessThan(120);
  });
});

describe('keys', () => {
  const rsa = (modulusLength: number) =>
    dkimRecord({
      domain: 'shop.example',
      selector: 's1',
      privateKey: generateKeyPairSync('rsa', { modulusLength }).privateKey,
    });
  const [short, weak, good] = [rsa(768), rsa(1024), rsa(2048)];
  const ed = dkimRecord({
    domain: 'shop.example',
    selector: 's1',
    privateKey: generateKeyPairSync('ed25519').privateKey,
  });
  const p = (value: string) => /p=([^;]+)/.exec(value)![1]!;

  test.each<[what: string, texts: readonly string[] | '?', wanted: string, of?: typeof good]>([
    ['no record', [], 'missing'],
    ['no answer', '?', 'silent'],
    ['the record', [good.value], 'found'],
    ['of Ed25519', [ed.value], 'found', ed],
    ['without a version', [`k=rsa; p=${p(good.value)}`], 'found'],
    ['without a type', [`p=${p(good.value)}`], 'found'],
    [
      'with spaces and an end',
      [` v = DKIM1 ; p = ${p(good.value).slice(0, 100)} ${p(good.value).slice(100)} ; `],
      'found',
    ],
    ['for mail', [`${good.value}; s=email:other`], 'found'],
    ['for anything', [`${good.value}; s=*`], 'found'],
    ['with notes', [`${good.value}; n=hello; x=y`], 'found'],
    ['beside another text', [good.value, 'google=1'], 'found'],
    ['of another version', [good.value.replace('DKIM1', 'DKIM2')], 'missing invalid v=DKIM2'],
    ['of another key', [rsa(2048).value], 'missing other_key'],
    ['twice', [good.value, good.value], 'found several_records'],
    ['beside another key', [ed.value, good.value], 'found several_records'],
    ['two of others', [ed.value, weak.value], 'missing other_key'],
    ['revoked', ['v=DKIM1; k=rsa; p='], 'missing key_revoked'],
    ['another text', ['google=1'], 'missing invalid p'],
    ['without a key', ['v=DKIM1; k=rsa'], 'missing invalid p'],
    ['of another type', [good.value.replace('k=rsa', 'k=ed25519')], 'missing key_type k=ed25519'],
    ['of an unknown type', [good.value.replace('k=rsa', 'k=quantum')], 'missing key_type k=quantum'],
    ['for another service', [`${good.value}; s=tlsrpt`], 'missing key_purpose s=tlsrpt'],
    ['with another hash', [`${good.value}; h=sha1`], 'missing key_purpose h=sha1'],
    ['with both hashes', [`${good.value}; h=sha1:sha256`], 'found'],
    ['on trial', [`${good.value}; t=y`], 'found key_test'],
    ['on trial and strict', [`${good.value}; t=s:y`], 'found key_test'],
    ['strict', [`${good.value}; t=s`], 'found'],
    ['too short', [short.value], 'missing key_short 768', short],
    ['short', [weak.value], 'found key_weak 1024', weak],
    ['short and on trial', [`${weak.value}; t=y`], 'found key_weak 1024', weak],
    ['cut off', [good.value.slice(0, 100)], 'missing other_key'],
  ])('%s: %s', async (_, texts, wanted, of = good) => {
    expect(verdict(await dkimKeyRecord(dnsOfZone({ [`TXT ${of.name}`]: texts }), of))).toBe(wanted);
  });
});

describe('MX', () => {
  test.each<[zone: Zone, wanted: string]>([
    [{}, 'missing'],
    [{ 'MX shop.example': '?' }, 'silent'],
    [{ 'A shop.example': ['192.0.2.1'] }, 'found'],
    [{ 'A shop.example': '?' }, 'silent'],
    [{ 'MX shop.example': [''] }, 'missing takes_no_mail'],
    [{ 'MX shop.example': ['.'] }, 'missing takes_no_mail'],
    [{ 'MX shop.example': ['mx.example'] }, 'missing host_unknown mx.example'],
    [{ 'MX shop.example': ['mx.example', 'mx2.example'], 'A mx2.example': ['192.0.2.1'] }, 'found'],
    [{ 'MX shop.example': ['mx.example'], 'A mx.example': '?' }, 'found'],
  ])('%j: %s', async (zone, wanted) => {
    expect(verdict(await mxRecord(dnsOfZone(zone), 'shop.example'))).toBe(wanted);
  });
});

describe('names of addresses', () => {
  test.each<[address: string, zone: Zone, wanted: string]>([
    ['192.0.2.25', {}, 'missing'],
    ['192.0.2.25', { 'PTR 192.0.2.25': '?' }, 'silent'],
    ['192.0.2.25', { 'PTR 192.0.2.25': ['mail.example'] }, 'missing host_unknown mail.example'],
    ['192.0.2.25', { 'PTR 192.0.2.25': ['mail.example'], 'A mail.example': '?' }, 'silent'],
    [
      '192.0.2.25',
      { 'PTR 192.0.2.25': ['mail.example'], 'A mail.example': ['192.0.2.26'] },
      'missing host_unknown mail.example',
    ],
    ['192.0.2.25', { 'PTR 192.0.2.25': ['mail.example'], 'A mail.example': ['192.0.2.26', '192.0.2.25'] }, 'found'],
    ['192.0.2.25', { 'PTR 192.0.2.25': ['a.example', 'b.example'], 'A b.example': ['192.0.2.25'] }, 'found'],
    [
      '192.0.2.25',
      { 'PTR 192.0.2.25': ['192-0-2-25.isp.example'], 'A *': ['192.0.2.25'] },
      'found generic_name 192-0-2-25.isp.example',
    ],
    [
      '192.0.2.25',
      { 'PTR 192.0.2.25': ['25.2.0.192.dyn.example'], 'A *': ['192.0.2.25'] },
      'found generic_name 25.2.0.192.dyn.example',
    ],
    ['192.0.2.25', { 'PTR 192.0.2.25': ['mta25.example'], 'A *': ['192.0.2.25'] }, 'found'],
    ['2001:db8::25', { 'PTR 2001:db8::25': ['mail.example'], 'A mail.example': ['2001:db8:0:0:0:0:0:25'] }, 'found'],
  ])('%s with %j: %s', async (address, zone, wanted) => {
    expect(verdict(await ptrRecord(dnsOfZone(zone), address))).toBe(wanted);
  });

  test('names are those of the standards', () => {
    expect([reverseName('192.0.2.25'), reverseName('2001:db8::1'), reverseName('nonsense')]).toEqual([
      '25.2.0.192.in-addr.arpa',
      '1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa',
      'nonsense',
    ]);
  });
});

describe('MTA-STS', () => {
  const policy = 'version: STSv1\r\nmode: enforce\r\nmx: mx.shop.example\r\nmx: *.relay.example\r\nmax_age: 604800\r\n';
  const answer =
    (body: string, more: Partial<FetchAnswer> = {}): GuardedFetch =>
    async (url, options) => {
      expect([url, options?.redirect]).toEqual(['https://mta-sts.shop.example/.well-known/mta-sts.txt', 'manual']);
      return {
        status: 200,
        headers: { 'content-type': 'text/plain; charset=utf-8' },
        body: Buffer.from(body),
        url,
        redirects: 0,
        millis: 1,
        ...more,
      };
    };
  const record = { 'TXT _mta-sts.shop.example': ['v=STSv1; id=20310101;'] };
  const hosts = (...exchanges: string[]) => ({ ...record, 'MX shop.example': exchanges });

  test.each<[what: string, zone: Zone, fetch: GuardedFetch | undefined, wanted: string]>([
    ['none', {}, undefined, 'missing'],
    ['no answer', { 'TXT _mta-sts.shop.example': '?' }, undefined, 'silent'],
    ['another text', { 'TXT _mta-sts.shop.example': ['v=STSv10; id=1', 'x'] }, undefined, 'missing'],
    ['without an id', { 'TXT _mta-sts.shop.example': ['v=STSv1;'] }, undefined, 'missing invalid id'],
    [
      'with a long id',
      { 'TXT _mta-sts.shop.example': [`v=STSv1; id=${'1'.repeat(33)}`] },
      undefined,
      'missing invalid id',
    ],
    [
      'with a date for an id',
      { 'TXT _mta-sts.shop.example': ['v=STSv1; id=2031-01-01'] },
      undefined,
      'missing invalid id',
    ],
    ['two', { 'TXT _mta-sts.shop.example': ['v=STSv1; id=1', 'v=STSv1; id=2'] }, undefined, 'missing several_records'],
    ['the record alone', record, undefined, 'found'],
    ['all of it', hosts('mx.shop.example', 'MX1.relay.example.'), answer(policy), 'found'],
    ['a host too many', hosts('mx.shop.example', 'old.example'), answer(policy), 'missing host_not_listed old.example'],
    ['a star is one label', hosts('a.b.relay.example'), answer(policy), 'missing host_not_listed a.b.relay.example'],
    ['a star is a label', hosts('relay.example'), answer(policy), 'missing host_not_listed relay.example'],
    ['that asks for nothing', hosts('old.example'), answer('version: STSv1\nmode: none\nmax_age: 1\n'), 'found'],
    ['of another version', hosts(), answer(policy.replace('STSv1', 'STSv2')), 'missing policy_invalid version'],
    ['of another mode', hosts(), answer(policy.replace('enforce', 'hope')), 'missing policy_invalid mode'],
    ['without an age', hosts(), answer(policy.replace(/max_age.*/, '')), 'missing policy_invalid max_age'],
    ['without hosts', hosts(), answer(policy.replaceAll(/mx: .*\r\n/g, '')), 'missing policy_invalid mx'],
    ['empty', hosts(), answer(''), 'missing policy_invalid version'],
    [
      'not there',
      hosts(),
      answer('', { status: 404 }),
      'missing policy_unreachable https://mta-sts.shop.example/.well-known/mta-sts.txt answers 404',
    ],
    [
      'redirected',
      hosts(),
      answer('', { status: 301 }),
      'missing policy_unreachable https://mta-sts.shop.example/.well-known/mta-sts.txt answers 301',
    ],
    [
      'a page',
      hosts(),
      answer('<p>', { headers: { 'content-type': 'text/html' } }),
      'missing policy_unreachable https://mta-sts.shop.example/.well-known/mta-sts.txt is no text/plain',
    ],
    [
      'at a private address',
      hosts(),
      async () => Promise.reject(new FetchFailure('private', 'the address is private')),
      'missing policy_unreachable the address is private',
    ],
  ])('%s', async (_, zone, fetch, wanted) => {
    expect(verdict(await mtaStsRecord(dnsOfZone(zone), 'shop.example', fetch))).toBe(wanted);
  });

  test('the first of several fields counts, as the standard says', () => {
    expect(
      parsePolicy(
        'version: STSv1\nversion: x\nmode: testing\nmode: x\nmax_age: 9\nmax_age: x\nmx: A.example\nnonsense\n:\n',
      ),
    ).toEqual(['a.example']);
  });
});

test.each<[texts: readonly string[] | '?', wanted: string]>([
  [[], 'missing'],
  ['?', 'silent'],
  [['v=TLSRPTv1; rua=mailto:tls@shop.example'], 'found'],
  [['v=TLSRPTv1;rua=https://reports.example/tls,mailto:x'], 'found'],
  [['v=TLSRPTv1; rua=tls@shop.example'], 'missing no_reports'],
  [['v=TLSRPTv1; '], 'missing no_reports'],
  [['v=TLSRPTv1; rua=mailto:a@b.example', 'v=TLSRPTv1; rua=mailto:c@d.example'], 'missing several_records'],
  [['v=TLSRPTv2; rua=mailto:a@b.example'], 'missing'],
])('TLS-RPT %j: %s', async (texts, wanted) => {
  expect(verdict(await tlsReportRecord(dnsOfZone({ 'TXT _smtp._tls.shop.example': texts }), 'shop.example'))).toBe(
    wanted,
  );
});

describe('BIMI', () => {
  const logo = 'v=BIMI1; l=https://shop.example/logo.svg; a=';
  test.each<[texts: readonly string[] | '?', policy: string, wanted: string]>([
    [[], 'p=reject', 'missing'],
    ['?', 'p=reject', 'silent'],
    [[logo], 'p=reject', 'found'],
    [[logo], 'p=quarantine', 'found'],
    [[logo], 'p=none', 'missing policy_weak'],
    // What is tried only is not applied.
    [[logo], 'p=quarantine; t=y', 'missing policy_weak'],
    [[logo], 'p=reject; t=y', 'found'],
    [[logo, logo], 'p=reject', 'missing several_records'],
    [['v=BIMI1; l=; a='], 'p=none', 'found'],
    [['v=BIMI1; l=http://shop.example/logo.svg'], 'p=reject', 'missing not_svg http://shop.example/logo.svg'],
    [['v=BIMI1; l=https://shop.example/logo.png'], 'p=reject', 'missing not_svg https://shop.example/logo.png'],
    [['v=BIMI1; l=https://shop.example/logo.svg?v=2'], 'p=reject', 'found'],
    [['v=BIMI1;'], 'p=reject', 'missing not_svg '],
    [['v=BIMI1; l=https://shop.example/logo.svg; a=http://x.example/c.pem'], 'p=reject', 'missing invalid a'],
    [['v=BIMI1; l=https://shop.example/logo.svg; a=https://x.example/c.pem'], 'p=reject', 'found'],
  ])('%j with %s: %s', async (texts, policy, wanted) => {
    const zone = { 'TXT default._bimi.shop.example': texts, 'TXT _dmarc.shop.example': [`v=DMARC1; ${policy}`] };
    expect(verdict(await bimiRecord(dnsOfZone(zone), 'shop.example'))).toBe(wanted);
  });

  test('a domain below has the logo of its organization', async () => {
    const zone = { 'TXT default._bimi.shop.example': [logo], 'TXT _dmarc.shop.example': ['v=DMARC1; p=reject'] };
    expect(await bimiRecord(dnsOfZone(zone), 'news.shop.example')).toMatchObject({
      found: true,
      found_at: 'default._bimi.shop.example',
    });
  });
});

/** Parts of a zone that are right, wrong, missing or silent, by the purpose that each is about. */
const parts: Record<string, [name: string, Zone][]> = {
  spf: [
    ['found', { 'TXT bounce.example': ['v=spf1 ip4:192.0.2.25 -all'] }],
    ['missing', {}],
    ['silent', { 'TXT bounce.example': '?' }],
  ],
  dmarc: [
    ['found', { 'TXT _dmarc.shop.example': ['v=DMARC1; p=reject'] }],
    ['missing', {}],
    ['silent', { 'TXT _dmarc.shop.example': '?' }],
  ],
  mx: [
    ['found', { 'MX shop.example': ['mx.example'], 'A mx.example': ['192.0.2.9'] }],
    ['missing', { 'MX shop.example': ['.'] }],
    ['silent', { 'MX shop.example': '?' }],
  ],
  ptr: [
    ['found', { 'PTR 192.0.2.25': ['mail.example'], 'A mail.example': ['192.0.2.25'] }],
    ['missing', {}],
    ['silent', { 'PTR 192.0.2.25': '?' }],
  ],
  tls_rpt: [
    ['found', { 'TXT _smtp._tls.bounce.example': ['v=TLSRPTv1; rua=mailto:t@shop.example'] }],
    ['missing', { 'TXT _smtp._tls.bounce.example': ['something', 'else'] }],
    ['silent', { 'TXT _smtp._tls.bounce.example': '?' }],
  ],
};

test('in each of 243 zones, each record is judged by its own part, and every row says what to set', async () => {
  let zones: [wanted: Record<string, string>, Zone][] = [[{}, {}]];
  for (const [purpose, choices] of Object.entries(parts))
    zones = zones.flatMap(([wanted, zone]) =>
      choices.map(([name, part]): [Record<string, string>, Zone] => [
        { ...wanted, [purpose]: name },
        { ...zone, ...part },
      ]),
    );
  expect(zones).toHaveLength(243);
  const setup = { keys: () => [], returnPath: 'bounce.example', sendingAddresses: ['192.0.2.25'] };
  for (const [wanted, zone] of zones) {
    const records = await domainRecords('shop.example', { ...setup, dns: dnsOfZone(zone) });
    for (const [purpose, name] of Object.entries(wanted))
      expect(
        verdict(records.find((record) => record.purpose === purpose)!).split(' ')[0],
        `${purpose} in ${JSON.stringify(zone)}`,
      ).toBe(name);
    for (const { name, value, purpose } of records) expect([name, value, purpose]).not.toContain('');
  }
});
