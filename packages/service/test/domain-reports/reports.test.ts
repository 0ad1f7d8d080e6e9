import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Client, createClient } from '@mailwright/client';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { generateKey } from '../../src/account/keys/key.ts';
import { insertKey } from '../../src/account/keys/store.ts';
import { insertAccount } from '../../src/account/store.ts';
import { ownIdentity } from '../../src/platform/http/certificate.ts';
import type { MailServer } from '../../src/platform/mail-server/mail-server.ts';
import { receiveFromMailbox } from '../../src/sending/bounces/receive.ts';
import { startBounceReceiver } from '../../src/sending/bounces/receiver.ts';
import { domainReports } from '../../src/sending/index.ts';
import { usualDatabases } from '../support/database.ts';
import { aggregateReport, daysAgo, type ReportedRow, tlsReport } from '../support/domain-reports.ts';
import { startTestService, type TestService } from '../support/service.ts';

const bounceDomain = 'bounces.mailwright.example';
const domain = 'shop.example';

describe.each(usualDatabases())('reports about domains on $kind', ({ open }) => {
  let service: TestService;
  let receiver: MailServer;
  let other: Client;
  beforeAll(async () => {
    service = await startTestService(await open(), undefined, {}, { bounceDomain });
    const { db, accountId, cert, log, origin, fetch } = service;
    await db.updateTable('account').set({ domain }).where('id', '=', accountId).execute();
    const apiKey = generateKey();
    const otherId = await insertAccount(db, { name: 'Other', domain: 'other.example' });
    await insertKey(db, otherId, apiKey, { label: 'x', rights: ['get', 'post'], creator: 'x', expires_at: null });
    other = createClient({ baseUrl: `${origin}/1.0`, apiKey, fetch });
    const { key } = await ownIdentity(join(inject('runDirectory'), 'tls'));
    const line = (text: string) => log.push(text);
    receiver = await startBounceReceiver(db, { host: '127.0.0.1', port: 0, tls: { cert, key }, log: line });
  });
  afterAll(async () => {
    await receiver?.close();
    await service?.close();
  });

  let reports = 0;
  const report = (rows: readonly ReportedRow[], options: { day?: string; policy?: string; domain?: string } = {}) =>
    aggregateReport({ domain, id: `r${++reports}`, day: daysAgo(1), ...options }, rows);
  const upload = (client: Client, file: string | Uint8Array) =>
    client.reputation.addReports({ body: Buffer.from(file), contentType: 'application/octet-stream' }).orThrow();
  const figures = async (client: Client, from: string, to = from) =>
    (await client.reputation.get({ from, to }).orThrow()).domains;
  const clear = async () => {
    for (const table of ['domain_report', 'reported_domain', 'mail_source', 'tls_session'] as const)
      await service.db.deleteFrom(table).execute();
  };

  test('a report counts once, for domains of the account alone', async () => {
    const file = gzipSync(
      report([
        { address: '192.0.2.1', count: 90, dkim: true, spf: true },
        { address: '192.0.2.1', count: 4 },
        { address: '192.0.2.2', count: 3, provenBy: 'mailer.example' },
        { address: '192.0.2.3', count: 2, override: 'mailing_list' },
        { address: '192.0.2.4', count: 1, disposition: 'reject', from: 'x.shop.example' },
        { address: '192.0.2.1', count: 50, from: 'bank.example', dkim: true },
        { address: 'nowhere', count: 1 },
      ]),
    );
    const first = { state: 'counted', counted: 100, foreign: 50, unreadable_rows: 1, day: daysAgo(1) };
    expect(await upload(service.client, file)).toMatchObject([first]);
    expect(await upload(service.client, file)).toMatchObject([{ ...first, state: 'known', counted: 0 }]);
    expect(await figures(service.client, daysAgo(1))).toEqual([
      {
        name: domain,
        reports: 1,
        days: 1,
        policy: 'none',
        messages: 100,
        aligned: 90,
        signed: 90,
        sent: 90,
        own_failing: 4,
        forwarded: 2,
        other_service: 3,
        unknown: 1,
        quarantined: 0,
        rejected: 1,
        plan: { step: 'collect' },
        connections: [],
      },
    ]);
    expect(await figures(service.client, daysAgo(2))).toEqual([]);
  });

  test('reports of several days with one id all count', async () => {
    await clear();
    const of = (days: number) =>
      aggregateReport({ domain, id: 'same', day: daysAgo(days) }, [{ address: '192.0.2.1', count: 1, dkim: true }]);
    for (const days of [1, 2, 1]) await upload(service.client, of(days));
    expect(await figures(service.client, daysAgo(2), daysAgo(1))).toMatchObject([{ messages: 2, reports: 2 }]);
  });

  test('another account sees none of it, and counts the same report for itself', async () => {
    const file = report([{ address: '192.0.2.1', count: 7, dkim: true }]);
    await upload(service.client, file);
    expect(await figures(other, daysAgo(30), daysAgo(0))).toEqual([]);
    expect((await other.reputation.listSources({ domain }).orThrow()).items).toEqual([]);
    expect(await upload(other, file)).toMatchObject([{ state: 'counted', counted: 0, foreign: 7 }]);
    expect(await figures(other, daysAgo(30), daysAgo(0))).toEqual([]);
  });

  test('sources are listed by their mails in pages, each with what it is', async () => {
    await clear();
    await upload(
      service.client,
      report([
        { address: '192.0.2.1', count: 40, dkim: true },
        { address: '192.0.2.1', count: 1, disposition: 'quarantine' },
        { address: '2001:db8::1', count: 30, dkim: true },
        { address: '192.0.2.2', count: 20, provenBy: 'mailer.example' },
        { address: '192.0.2.3', count: 10, override: 'forwarded' },
        { address: '192.0.2.4', count: 5, disposition: 'reject' },
      ]),
    );
    const list = async (page_index: number) =>
      (await service.client.reputation.listSources({ domain: 'SHOP.example', page_size: 3, page_index }).orThrow())
        .items;
    const none = { aligned: 0, quarantined: 0, rejected: 0 };
    expect(await list(1)).toEqual([
      { address: '192.0.2.1', messages: 41, aligned: 40, quarantined: 1, rejected: 0, meaning: 'own_failing' },
      { address: '2001:db8::1', messages: 30, ...none, aligned: 30, meaning: 'own' },
      { address: '192.0.2.2', messages: 20, ...none, proven_by: 'mailer.example', meaning: 'other_service' },
    ]);
    expect(await list(2)).toEqual([
      { address: '192.0.2.3', messages: 10, ...none, meaning: 'forwarder' },
      { address: '192.0.2.4', messages: 5, ...none, rejected: 5, meaning: 'unknown' },
    ]);
  });

  test('mails of a service that signs one for the domain are not its own', async () => {
    await clear();
    await upload(
      service.client,
      report([
        { address: '192.0.2.1', count: 200, dkim: true },
        { address: '192.0.2.2', count: 9_000_000, provenBy: 'mailer.example' },
        { address: '192.0.2.2', count: 1, dkim: true },
        { address: '192.0.2.3', count: 8_000_000 },
        { address: '192.0.2.3', count: 1, dkim: true },
        { address: '192.0.2.4', count: 9, dkim: true },
        { address: '192.0.2.4', count: 1 },
      ]),
    );
    expect(await figures(service.client, daysAgo(1))).toMatchObject([
      { aligned: 211, own_failing: 1, other_service: 9_000_000, unknown: 8_000_000 },
    ]);
    const { items } = await service.client.reputation.listSources({ domain }).orThrow();
    expect(items.map(({ meaning }) => meaning)).toEqual(['other_service', 'unknown', 'own', 'own_failing']);
  });

  test('what days have no room for is one source without an address', async () => {
    await clear();
    const rows = Array.from({ length: 2100 }, (_, at) => ({
      address: `10.0.${at >> 8}.${at & 255}`,
      count: 1 + (at % 2),
    }));
    await upload(service.client, report(rows));
    const page = await service.client.reputation.listSources({ domain, page_size: 2 }).orThrow();
    expect(page.items[0]).toMatchObject({ messages: 100, meaning: 'unknown' });
    expect(page.items[0]).not.toHaveProperty('address');
    expect(page.total).toBe(2001);
    expect(await figures(service.client, daysAgo(1))).toMatchObject([{ messages: 3150, unknown: 3150 }]);
  });

  test('the plan follows the policy that receivers found last', async () => {
    await clear();
    for (let day = 1; day <= 14; day++) {
      const options = { day: daysAgo(day), policy: day === 1 ? 'quarantine' : 'none' };
      await upload(service.client, report([{ address: '192.0.2.1', count: 10, dkim: true }], options));
    }
    const plan = async (from: string, to: string) => (await figures(service.client, from, to))[0];
    expect(await plan(daysAgo(14), daysAgo(1))).toMatchObject({
      days: 14,
      policy: 'quarantine',
      plan: { step: 'tighten', policy: 'reject' },
    });
    expect(await plan(daysAgo(14), daysAgo(2))).toMatchObject({ days: 13, policy: 'none', plan: { step: 'collect' } });
  });

  test('TLS reports count connections and no mails', async () => {
    await clear();
    const of = (id: string, about: string) => tlsReport({ domain: about, id, day: daysAgo(1) }, 40, 2);
    expect(await upload(service.client, of('t1', domain))).toMatchObject([{ kind: 'tls', counted: 42, foreign: 0 }]);
    expect(await upload(service.client, of('t2', 'bank.example'))).toMatchObject([{ counted: 0, foreign: 42 }]);
    expect(await figures(service.client, daysAgo(1))).toMatchObject([
      {
        name: domain,
        days: 0,
        messages: 0,
        connections: [
          { result: 'success', sessions: 40 },
          { result: 'certificate-expired', sessions: 2 },
        ],
      },
    ]);
  });

  test.each([
    [181, 'out_of_time'],
    [179, 'counted'],
    [-4, 'out_of_time'],
  ])('a report of %i days ago is %s', async (days, state) => {
    const file = report([{ address: '192.0.2.1', count: 1, dkim: true }], { day: daysAgo(days) });
    expect(await upload(service.client, file)).toMatchObject([{ state }]);
  });

  test.each<[string | Uint8Array, number, string]>([
    ['Hello', 400, 'body is no report that can be read: the file is neither'],
    ['<!DOCTYPE feedback [<!ENTITY a "b">]><feedback/>', 400, 'not valid XML'],
    [gzipSync(Buffer.alloc(70_000_000, ' ')), 413, 'body is too large: the file unpacks to more than'],
  ])('%.20s is answered with %i', async (file, status, message) => {
    const answer = await service.client.reputation.addReports({
      body: Buffer.from(file),
      contentType: 'application/octet-stream',
    });
    expect(answer).toMatchObject({ status });
    expect(JSON.stringify(answer.ok ? {} : answer.error)).toContain(message);
  });

  test('days are in order', async () => {
    const answer = await service.client.reputation.get({ from: daysAgo(1), to: daysAgo(2) });
    expect(answer).toMatchObject({ status: 400 });
  });

  const mailWith = (file: Uint8Array, type: string, id = 1) =>
    [
      'From: noreply@receiver.example',
      `Subject: Report Domain: shop.example Submitter: receiver.example Report-ID: ${id}`,
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary="b"',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'A report is attached.',
      '--b',
      `Content-Type: ${type}; name="receiver.example!shop.example!1!2.gz"`,
      'Content-Transfer-Encoding: base64',
      '',
      ...Buffer.from(file)
        .toString('base64')
        .match(/.{1,76}/g)!,
      '--b--',
      '',
    ].join('\r\n');

  const deliver = async (to: string, raw: string) => {
    const transport = createTransport({ host: '127.0.0.1', port: receiver.port, tls: { rejectUnauthorized: false } });
    try {
      return await transport.sendMail({ envelope: { from: '', to }, raw });
    } finally {
      transport.close();
    }
  };
  const ownAddress = async () => (await service.client.reputation.get({}).orThrow()).report_address!;

  test.each(['application/gzip', 'application/octet-stream', 'application/zip', 'text/xml'])(
    'a mail with a report in %s counts at the port for bounces',
    async (type) => {
      await clear();
      const file = gzipSync(report([{ address: '192.0.2.1', count: 9, dkim: true }]));
      await deliver(await ownAddress(), mailWith(file, type));
      await deliver(await ownAddress(), mailWith(file, type, 2));
      expect(await figures(service.client, daysAgo(1))).toMatchObject([{ reports: 1, messages: 9 }]);
    },
  );

  test('a report in a mail that is attached to a mail counts', async () => {
    await clear();
    const inner = mailWith(gzipSync(report([{ address: '192.0.2.1', count: 9, dkim: true }])), 'application/gzip');
    const outer = ['MIME-Version: 1.0', 'Content-Type: message/rfc822', 'Content-Disposition: attachment', '', inner];
    await deliver(await ownAddress(), outer.join('\r\n'));
    expect(await figures(service.client, daysAgo(1))).toMatchObject([{ messages: 9 }]);
  });

  test('a long mail is read as a whole', async () => {
    await clear();
    const rows = Array.from({ length: 3000 }, (_, at) => ({
      address: `10.1.${at >> 8}.${at & 255}`,
      count: 1,
      provenBy: `m${at}.example`,
    }));
    const file = Buffer.from(report(rows));
    expect(file.length).toBeGreaterThan(1_000_000);
    await deliver(await ownAddress(), mailWith(file, 'text/xml'));
    expect(await figures(service.client, daysAgo(1))).toMatchObject([{ messages: 3000 }]);
  });

  test('an address that nobody made, and a file that is no report, are refused; a mail without a file is not', async () => {
    const address = await ownAddress();
    const forged = address.replace(/[0-9a-f](?=@)/, (last) => (last === '0' ? '1' : '0'));
    const file = gzipSync(report([{ address: '192.0.2.1', count: 9 }]));
    await expect(deliver(forged, mailWith(file, 'application/gzip'))).rejects.toThrow('5.1.1');
    await expect(deliver(address, mailWith(Buffer.from('Hello, all'), 'application/pdf'))).rejects.toThrow('5.6.0');
    await deliver(address, 'Subject: Hello\r\n\r\nIs anybody there?');
  });

  test('a mailbox that gets others too keeps what is no report', async () => {
    await clear();
    const file = gzipSync(report([{ address: '192.0.2.1', count: 9, dkim: true }]));
    const mail = `Delivered-To: ${await ownAddress()}\r\n${mailWith(file, 'application/gzip')}`;
    const receive = (text: string, whole = text) =>
      receiveFromMailbox(service.db, Buffer.from(text), async () => Buffer.from(whole));
    expect(await receive(mail.slice(0, 400), mail)).toBe(true);
    expect(await figures(service.client, daysAgo(1))).toMatchObject([{ messages: 9 }]);
    expect(await receive(mail.replace(/^Delivered-To: .*\r\n/, ''))).toBe(false);
    expect(await receive(mail.replace(/^H4sI/m, 'AAAA'))).toBe(false);
  });

  test('what is too old is deleted', async () => {
    await clear();
    await upload(service.client, report([{ address: '192.0.2.1', count: 1, dkim: true }]));
    await upload(service.client, tlsReport({ domain, id: 'old', day: daysAgo(1) }, 1, 1));
    const tables = ['domain_report', 'reported_domain', 'mail_source', 'tls_session'] as const;
    const run = () => domainReports.purgeDomainReportsTask.run(service.db, new AbortController().signal);
    const rows = async () => {
      const counts = tables.map(async (table) => (await service.db.selectFrom(table).select('day').execute()).length);
      return Promise.all(counts);
    };
    const before = await rows();
    expect(await run()).toBe(false);
    expect(await rows()).toEqual(before);
    for (const table of tables)
      await service.db
        .updateTable(table)
        .set({ day: daysAgo(181) })
        .execute();
    expect(await run()).toBe(true);
    expect(await rows()).toEqual([0, 0, 0, 0]);
  });
});
