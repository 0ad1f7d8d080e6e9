import type { Client } from '@mailwright/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateKey } from '../../src/account/keys/key.ts';
import { insertKey } from '../../src/account/keys/store.ts';
import { findAccount, insertAccount } from '../../src/account/store.ts';
import { unsubscribe } from '../../src/people/index.ts';
import { recordConversion } from '../../src/tracking/conversions/record.ts';
import { insertGoal, insertSite } from '../../src/tracking/conversions/sites.ts';
import { registerLinks } from '../../src/tracking/links/store.ts';
import { insertBounces } from '../../src/tracking/recording/bounces.ts';
import { recordClicks } from '../../src/tracking/recording/clicks.ts';
import { recordDeliveries } from '../../src/tracking/recording/deliveries.ts';
import { recordOpenings } from '../../src/tracking/recording/openings.ts';
import { acceptMails, recordSteps } from '../../src/transactional/index.ts';
import { usualDatabases } from '../support/database.ts';
import { createReaders } from '../support/readers.ts';
import { startTestService, type TestService } from '../support/service.ts';

const start = Date.parse('2031-03-01T08:00:00Z');
const at = (seconds: number) => new Date(start + seconds * 1000);
const human = { class: 'human', format: 'html', device: 'MOBILE' } as const;
const scanner = { class: 'machine', format: 'html', device: 'UNKNOWN' } as const;
const order = '1f0e3dad-9990-4345-b743-9f8ffabdffc4';

describe.each(usualDatabases())('events of mails on $kind', ({ open }) => {
  let service: TestService;
  let client: Client;
  let mailing: number;
  let link: number;
  let mailId: string;
  const ids: Record<string, number> = {};
  type Query = NonNullable<Parameters<Client['reports']['listEvents']>[0]>;

  beforeAll(async () => {
    service = await startTestService(await open());
    client = service.client;
    const { db, accountId } = service;
    const readers = await createReaders(client);
    Object.assign(ids, readers);
    const { ada, ben, cleo, dan } = readers;
    mailing = await client.mailings.create({ name: 'Spring', subject: 'Spring' }).orThrow();
    await db.transaction().execute(async (tx) => {
      const links = [{ url: 'https://shop.example.org/a?b=1&c=2', type: 'STANDARD' as const, tags: [] }];
      [link] = (await registerLinks(tx, accountId, mailing, links)) as [number];
      await recordDeliveries(tx, accountId, [
        { mailingId: mailing, contactId: ada, messageId: '<m-ada@example.org>', occasion: order, sentAt: at(0) },
        { mailingId: mailing, contactId: dan, messageId: '<m-dan@example.org>', sentAt: at(1) },
        // A transactional mail is told by its steps.
        { mailingId: mailing, contactId: ben, messageId: '<t@example.org>', occasion: `mail:${order}`, sentAt: at(2) },
      ]);
      await recordOpenings(tx, accountId, [
        { mailingId: mailing, contactId: ada, at: at(10), ...scanner },
        { mailingId: mailing, alias: 'secret-alias', at: at(11), ...human },
      ]);
      await recordClicks(tx, accountId, [{ linkId: link, contactId: dan, at: at(20), ...human }]);
      await sql`
        with bounced as (
          select ${mailing}::int8 as mailing_id, ${ben}::int8 as contact_id, occasion, ${at(30)}::timestamptz as at,
            '5.1.1' as status, 'mailbox-unknown' as why, 'reply' as source, fingerprint
          from (values ('', 'f-1'), (${`mail:${order}`}, 'f-2')) as given (occasion, fingerprint)
        ), living as (select ${ben}::int8 as id), ${insertBounces(accountId)}
        select`.execute(tx);
    });
    const siteId = (await insertSite(db, accountId, { name: 'Shop of events', domain: 'orders.example.org' }))!;
    const goalId = (await insertGoal(db, accountId, siteId, 'Order'))!;
    const reached = { siteId, goalId, orderId: 'order-1', value: '49.90', at: at(25) };
    for (const _ of ['first', 'again']) {
      await db.transaction().execute((tx) =>
        recordConversion(tx, accountId, reached, {
          ...{ mailingId: mailing, contactId: dan, linkId: link, mailingSentAt: at(1) },
        }),
      );
    }
    await sql`update mailing set state = 'done' where account_id = ${accountId} and id = ${mailing}`.execute(db);
    await client.contacts.unsubscribe({ id: ben, mailingId: mailing }).orThrow();
    const account = await findAccount(db, accountId);
    await db.transaction().execute(async (tx) => {
      await unsubscribe(tx, account, [cleo], { source: 'complaint', mailingId: mailing, reasons: [] });
    });
    const email = { address: 'ada@example.org', folded: 'ada@example.org' };
    const content = { sender: 'a@example.org', subject: 'x', text: 'x', html: null, data: null };
    [mailId] = (await db.transaction().execute((tx) =>
      acceptMails(tx, accountId, {
        mailingId: mailing,
        template: false,
        recipients: [{ email: email as never, name: undefined }],
        tags: ['receipt'],
        content: { ...content, senderName: null, replyTo: null, attachments: [] } as never,
      }),
    )) as [string];
    for (const step of [
      { mailId, step: 'deferred' as const, code: 451, reason: 'ada@example.org is busy' },
      { mailId, step: 'clicked' as const, reason: 'https://shop.example.org' },
    ]) {
      await db.transaction().execute((tx) => recordSteps(tx, accountId, [step]));
    }
    // Both tell of the same act.
    await db.transaction().execute(async (tx) => {
      await unsubscribe(tx, account, [ada], { source: 'link', mailingId: mailing, reasons: [] });
      await recordSteps(tx, accountId, [{ mailId, step: 'unsubscribed' }]);
    });
  });
  afterAll(() => service?.close());

  async function readAll(query: Query = {}) {
    const events: Awaited<ReturnType<typeof page>>['events'] = [];
    let { next: after, ...last } = await page(query);
    events.push(...last.events);
    while (last.more) {
      ({ next: after, ...last } = await page({ ...query, after }));
      events.push(...last.events);
    }
    return { events, next: after };
  }
  const page = (query: Query) => client.reports.listEvents(query).orThrow();
  const told = (events: Awaited<ReturnType<typeof page>>['events']) =>
    events.map(({ type, contact }) => `${type} ${contact?.email?.split('@')[0] ?? '-'}`);

  const all = [
    ...['delivered ada', 'delivered dan', 'opened ada', 'opened -', 'clicked dan', 'opened dan', 'bounced ben'],
    'converted dan',
    ...['unsubscribed ben', 'complained cleo', 'accepted ada', 'deferred ada', 'clicked ada', 'unsubscribed ada'],
  ];

  test.each([1, 2, 5, 1000])('pages of %i have each event once', async (limit) => {
    expect(told((await readAll({ limit })).events).toSorted()).toEqual(all.toSorted());
  });

  test('each event has what is known of it, and an id of its own', async () => {
    const { events } = await readAll({ standard_field: ['FIRSTNAME'] });
    expect(new Set(events.map(({ id }) => id)).size).toBe(all.length);
    const of = (type: string, name?: string) =>
      events.find((event) => event.type === type && (name === undefined || event.contact?.id === ids[name]));
    const mail = { mailing_id: mailing, msg_id: 'm-ada@example.org', transaction_id: order };
    expect(of('delivered', 'ada')).toMatchObject({
      ...{ timestamp: start, ...mail },
      contact: { external_id: 'x-ada', standard_fields: [{ name: 'FIRSTNAME', value: 'ada' }] },
    });
    const noted = { format: 'html', device_type: 'MOBILE', class: 'human' };
    expect(events.find(({ timestamp }) => timestamp === start + 10_000)).toMatchObject({ class: 'machine' });
    const anonymous = events.find(({ timestamp }) => timestamp === start + 11_000);
    expect(anonymous).toMatchObject({ ...noted, contact: { anonymous: true }, open_source: 'pixel' });
    const url = { link_id: link, link_url: 'https://shop.example.org/a?b=1&c=2' };
    expect(of('clicked', 'dan')).toMatchObject({ ...noted, ...url, msg_id: 'm-dan@example.org' });
    expect(of('opened', 'dan')).toMatchObject({ ...noted, open_source: 'click' });
    const { id: _id, contact: buyer, ...converted } = of('converted', 'dan')!;
    expect([converted, buyer?.email]).toEqual([
      {
        ...{ type: 'converted', timestamp: start + 25_000, mailing_id: mailing, link_id: link, value: '49.90' },
        ...{ site_id: expect.any(Number), goal_id: expect.any(Number) },
      },
      'dan@example.org',
    ]);
    const bounce = {
      bounce_type: 'permanent',
      status_code: '5.1.1',
      reason: 'mailbox-unknown',
      bounce_source: 'reply',
    };
    expect(of('bounced')).toMatchObject({ mailing_id: mailing, ...bounce });
    expect(of('unsubscribed', 'ben')).toMatchObject({ mailing_id: mailing, source: 'other' });
    const { id: _step, timestamp: _timestamp, contact: _contact, ...deferred } = of('deferred')!;
    expect(deferred, 'without the words of the server').toEqual({
      ...{ type: 'deferred', mail_id: mailId, tags: ['receipt'], code: 451 },
    });
    expect(of('clicked', 'ada')).toMatchObject({ mail_id: mailId, link_url: 'https://shop.example.org' });
  });

  test.each<[string, () => Query, string[]]>([
    ['types', () => ({ type: ['delivered', 'bounced'] }), ['delivered ada', 'delivered dan', 'bounced ben']],
    ['a type of a transactional mail', () => ({ type: ['deferred'] }), ['deferred ada']],
    ['a contact', () => ({ ids: [ids.ben!] }), ['bounced ben', 'unsubscribed ben']],
    ['another mailing', () => ({ mailing_id: [404_404] }), []],
    [
      'a mailing and types',
      () => ({ mailing_id: [mailing], type: ['clicked', 'complained'], limit: 1 }),
      ['clicked dan', 'complained cleo'],
    ],
  ])('events of %s', async (_, query, wanted) => {
    expect(told((await readAll(query())).events).toSorted()).toEqual(wanted.toSorted());
  });

  test('at the end there is a next, behind which new events come', async () => {
    const { next } = await readAll();
    expect(await page({ after: next })).toMatchObject({ more: false, events: [] });
    const opening = { mailingId: mailing, contactId: ids.ada!, at: at(50), ...human };
    await service.db.transaction().execute((tx) => recordOpenings(tx, service.accountId, [opening]));
    const { events, more } = await page({ after: next });
    expect([told(events), more]).toEqual([['opened ada'], false]);
  });

  test('who begins at a time reads what was recorded since, and with the present what comes', async () => {
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() + interval '1 millisecond' as now`.execute(
      service.db,
    );
    expect((await page({ from_date: 0, limit: 1000 })).events).toEqual((await readAll()).events);
    const { next, events } = await page({ from_date: rows[0]!.now.getTime() });
    expect(events).toEqual([]);
    const clicks = [{ linkId: link, contactId: ids.cleo!, at: at(60), ...human }];
    await service.db.transaction().execute((tx) => recordClicks(tx, service.accountId, clicks));
    expect(told((await page({ after: next })).events).toSorted()).toEqual(['clicked cleo', 'opened cleo']);
    const both = await client.reports.listEvents({ after: next, from_date: 0 });
    expect([both.status, both.ok ? '' : both.error.message]).toEqual([
      400,
      expect.stringContaining('after and from_date'),
    ]);
  });

  test('a next that no answer of the account had is refused', async () => {
    const { db } = service;
    const stranger = await insertAccount(db, { name: 'stranger', domain: 'example.net' });
    const key = generateKey();
    const about = { label: 'x', rights: ['get' as const], creator: 'x', expires_at: null };
    await insertKey(db, stranger, key, about);
    const { next } = await readAll();
    const answer = (after: string, apiKey = service.key) =>
      service.fetch(`${service.origin}/1.0/reports/events?after=${after}`, {
        headers: { authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}` },
      });
    const of = 'after must be the "next" of an answer with events of this account';
    for (const [after, apiKey] of [['somewhere'], ['AAAA'], [next, key]] as [string, string?][]) {
      const response = await answer(after, apiKey);
      expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(of.split('"')[0]!)]);
    }
    const own = await (await answer('', key)).text();
    expect(own, 'the other account has no events').toContain('<more>false</more>');
    expect(own).not.toContain('example.org');
    const ahead = JSON.parse(Buffer.from(next, 'base64url').toString()) as unknown[];
    ahead[2] = 404_404;
    const response = await answer(Buffer.from(JSON.stringify(ahead)).toString('base64url'));
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('not known here')]);
  });

  test('events of somebody who is erased stay without the person, and transactional mails go', async () => {
    await client.contacts.delete({ id: ids.dan! }).orThrow();
    await client.contacts.delete({ id: ids.ada! }).orThrow();
    const { events } = await readAll();
    expect(events.filter(({ mail_id }) => mail_id === mailId)).toEqual([]);
    const kept = events.filter(({ contact }) => contact?.anonymous).map(({ type }) => type);
    expect(kept.toSorted()).toEqual(
      [
        ...['clicked', 'converted', 'delivered', 'delivered', 'opened', 'opened', 'opened', 'opened', 'unsubscribed'],
      ].toSorted(),
    );
    expect(JSON.stringify(events)).not.toMatch(/ada@|dan@|m-ada|m-dan/);
  });
});
