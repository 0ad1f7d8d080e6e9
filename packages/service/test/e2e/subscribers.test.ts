import type { Client } from '@mailwright/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usualDatabases } from '../support/database.ts';
import { confirmLink, endsOfMails, releaseOptInMailing } from '../support/opt-in.ts';
import { callRaw, messageOf } from '../support/raw.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';

const start = Date.parse('2031-02-03T10:00:00Z');

describe.each(usualDatabases())('the report of subscribers on $kind', ({ open }) => {
  let smtp: SmtpSink;
  let service: TestService;
  let client: Client;
  let mailingid: number;
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    smtp = await startSmtpSink();
    service = await startTestService(await open(), smtp.url);
    client = service.client;
    // The contacts of the demo account have subscribed too.
    await service.db.deleteFrom('subscription').execute();
    mailingid = await releaseOptInMailing(service, 'default');
    const create = async (name: string, more: object) => {
      ids[name] = await client.contacts.createByEmail({ email: `${name}@example.org`, body: {}, ...more }).orThrow();
    };
    await create('soi', {
      permission: 2,
      body: { external_id: 'x-1', standard_fields: [{ name: 'CITY', value: 'Bonn' }] },
    });
    await create('none', { permission: 1 });
    await create('other', { permission: 6 });
    await create('other', { permission: 3, sync_mode: 1 });
    await create('doi', { doi: true });
    await service.fetch(confirmLink((await smtp.mailTo('doi@example.org')).email), { method: 'POST' });
    const body = [{ email: 'many-1@example.org', permission: 4 as const }, { email: 'many-2@example.org' }];
    await client.contacts.synchronize({ body, permission: 1 }).orThrow();
    await client.contacts.synchronize({ body: [{ email: 'many-3@example.org' }], permission: 3 }).orThrow();
    // One a second, in the order in which they came.
    await sql`update subscription set at = to_timestamp(${start / 1000} + n - 1)
      from (select id, row_number() over (order by id) as n from subscription) as numbered
      where numbered.id = subscription.id`.execute(service.db);
    await endsOfMails(service);
  });
  afterAll(async () => {
    await service?.close();
    await smtp?.close();
  });

  const list = async (query: Parameters<Client['reports']['listSubscribers']>[0] = {}) => {
    const { items } = await client.reports.listSubscribers(query).orThrow();
    return items.map(({ contact }) => contact.email?.split('@')[0]);
  };

  test('creations with a permission, and confirmations, by time', async () => {
    const { items, total } = await client.reports.listSubscribers({ standard_field: ['CITY'] }).orThrow();
    expect(items.map(({ contact, mailing_id, timestamp }) => [contact.email, mailing_id, timestamp])).toEqual([
      ['soi@example.org', null, '2031-02-03 10:00:00'],
      ['other@example.org', null, '2031-02-03 10:00:01'],
      ['doi@example.org', mailingid, '2031-02-03 10:00:02'],
      ['many-3@example.org', null, '2031-02-03 10:00:03'],
    ]);
    expect(total).toBe(4);
    expect(items[0]!.contact).toMatchObject({
      id: ids.soi,
      external_id: 'x-1',
      permission: 2,
      permissionType: 2,
      standard_fields: [{ name: 'CITY', value: 'Bonn' }],
    });
    expect(items.map(({ ip }) => ip)).toEqual([undefined, undefined, '127.0.0.0', undefined]);
  });

  type Query = NonNullable<Parameters<Client['reports']['listSubscribers']>[0]>;
  const rows: [what: string, query: () => Query, wanted: string[]][] = [
    ['from, inclusive', () => ({ from_date: start + 2000 }), ['doi', 'many-3']],
    ['to, exclusive', () => ({ to_date: start + 2000 }), ['soi', 'other']],
    ['an empty interval', () => ({ from_date: start, to_date: start }), []],
    ['a mailing', () => ({ mailing_id: [mailingid, 404404] }), ['doi']],
    ['ids', () => ({ ids: [ids.soi!, ids.none!, ids.doi!] }), ['soi', 'doi']],
    ['addresses, in any case', () => ({ emails: ['OTHER@example.ORG', 'nobody@example.org'] }), ['other']],
    ['only what is no address', () => ({ emails: ['no address'] }), []],
    ['external ids', () => ({ eids: ['x-1', 'x-2'] }), ['soi']],
    ['several at once', () => ({ ids: [ids.soi!, ids.doi!], mailing_id: [mailingid] }), ['doi']],
    ['with anonymous ones', () => ({ exclude_anonymous_contacts: false }), ['soi', 'other', 'doi', 'many-3']],
    ['the second page', () => ({ page_size: 3, page_index: 2 }), ['many-3']],
  ];
  test.each(rows)('%s', async (_, query, wanted) => {
    expect(await list(query())).toEqual(wanted);
    const { page_size: _size, page_index, ...filter } = query();
    if (page_index === undefined) expect(await client.reportCounts.subscribers(filter).orThrow()).toBe(wanted.length);
  });

  test.each([
    ['/reports/subscribers?from_date=2&to_date=1', 'to_date must not be before from_date, 2, but was 1'],
    ['/reports/subscribers/count?from_date=2&to_date=1', 'to_date must not be before from_date, 2, but was 1'],
    ['/reports/subscribers?from_date=-1', 'from_date'],
    ['/reports/subscribers?page_size=1001', 'page_size must not exceed 1000'],
  ])('400: %s', async (path, message) => {
    const answer = await callRaw(service, { path });
    expect([answer.status, messageOf(answer)]).toEqual([400, expect.stringContaining(message)]);
  });

  test('who is erased stays as a number, without anything personal', async () => {
    await client.contacts.delete({ id: ids.doi! }).orThrow();
    expect(await list()).toEqual(['soi', 'other', 'many-3']);
    const { items, total } = await client.reports.listSubscribers({ exclude_anonymous_contacts: false }).orThrow();
    expect(total).toBe(4);
    expect(items[2]).toEqual({
      contact: { anonymous: true },
      mailing_id: mailingid,
      timestamp: '2031-02-03 10:00:02',
    });
    const { rows } = await sql<{ left: number }>`
      select (select count(*) from opt_in_request) + (select count(*) from opt_in_token)
        + (select count(*) from recipient join contact on contact.id = contact_id where contact_id = ${ids.doi!}) as left`.execute(
      service.db,
    );
    expect(rows).toEqual([{ left: 0 }]);
  });

  test('who is made anonymous keeps the id, and loses the evidence', async () => {
    await client.contacts.createByEmail({ email: 'soi@example.org', doi: true, body: {} }).orThrow();
    await service.fetch(confirmLink((await smtp.mailTo('soi@example.org')).email), { method: 'POST' });
    await service.db.updateTable('account').set({ anonymise_unsubscribed: true }).execute();
    await client.contacts.unsubscribe({ id: ids.soi!, reason: [] }).orThrow();
    const { items } = await client.reports
      .listSubscribers({ exclude_anonymous_contacts: false, ids: [ids.soi!] })
      .orThrow();
    expect(items.map(({ contact, ip }) => [contact, ip])).toEqual([
      [{ anonymous: true, id: ids.soi, external_id: 'x-1' }, undefined],
      [{ anonymous: true, id: ids.soi, external_id: 'x-1' }, undefined],
    ]);
    expect(await service.db.selectFrom('opt_in_request').selectAll().execute()).toEqual([]);
    expect(await list()).toEqual(['other', 'many-3']);
  });
});
