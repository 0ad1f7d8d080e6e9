import type { Client } from '@mailwright/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerLinks } from '../../src/tracking/links/store.ts';
import { recordClicks } from '../../src/tracking/recording/clicks.ts';
import { recordDeliveries } from '../../src/tracking/recording/deliveries.ts';
import { recordOpenings } from '../../src/tracking/recording/openings.ts';
import { usualDatabases } from '../support/database.ts';
import { createReaders } from '../support/readers.ts';
import { startTestService, type TestService } from '../support/service.ts';

const start = Date.parse('2031-03-01T08:00:00Z');
const at = (seconds: number) => new Date(start + seconds * 1000);
const phone = {
  format: 'html',
  device: 'MOBILE',
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
} as const;
const scanner = { class: 'machine', format: 'html', device: 'UNKNOWN' } as const;
const human = { class: 'human', ...phone } as const;

/** Id of a transaction, as clients know it. */
const order = '1f0e3dad-9990-4345-b743-9f8ffabdffc4';

describe.each(usualDatabases())('reports on $kind', ({ open }) => {
  let service: TestService;
  let client: Client;
  let mailing: number;
  let other: number;
  let link: number;
  const ids: Record<string, number> = {};
  /** Reports leave erased contacts out unless told otherwise. */
  const everybody = { exclude_anonymous_opens: false, exclude_anonymous_clicks: false };

  beforeAll(async () => {
    service = await startTestService(await open());
    client = service.client;
    const { db, accountId } = service;
    const readers = await createReaders(client);
    Object.assign(ids, readers);
    const { ada, ben, cleo, dan } = readers;
    mailing = await client.mailings.create({ name: 'Spring', subject: 'Spring' }).orThrow();
    other = await client.mailings.create({ name: 'Autumn', subject: 'Autumn' }).orThrow();
    await db.transaction().execute(async (tx) => {
      const links = [{ url: 'https://shop.example.org/a?b=1&c=2', type: 'STANDARD' as const, tags: ['teaser', 'top'] }];
      [link] = (await registerLinks(tx, accountId, mailing, links)) as [number];
      await recordDeliveries(tx, accountId, [
        { mailingId: mailing, contactId: ada, messageId: '<m-ada@example.org>', sentAt: at(0) },
        { mailingId: mailing, contactId: ben, messageId: '<m-ben@example.org>', sentAt: at(1) },
        { mailingId: mailing, contactId: dan, messageId: '<m-dan@example.org>', sentAt: at(2) },
        { mailingId: other, contactId: ada, messageId: '<o-ada@example.org>', occasion: order, sentAt: at(3) },
      ]);
      await recordOpenings(tx, accountId, [
        { mailingId: mailing, contactId: ben, at: at(10), ...scanner },
        { mailingId: mailing, contactId: ada, at: at(11), ...human },
        { mailingId: mailing, contactId: ada, at: at(12), ...human },
        { mailingId: mailing, alias: 'secret-alias', at: at(13), ...human, device: 'TABLET' },
        { mailingId: other, contactId: ada, occasion: order, at: at(14), ...human, format: 'text' },
        { mailingId: mailing, contactId: dan, at: at(15), ...human },
      ]);
      await recordClicks(tx, accountId, [
        { linkId: link, contactId: ada, at: at(20), ...human },
        { linkId: link, contactId: ada, at: at(21), ...human },
        { linkId: link, contactId: cleo, at: at(22), ...human, device: 'COMPUTER' },
      ]);
      const bounce = { account_id: accountId, mailing_id: mailing, source: 'mta-listener' as const };
      const bounces = [
        {
          contact_id: ben,
          at: at(30),
          type: 'transient' as const,
          status_code: '4.2.2',
          reason: 'mailbox-full' as const,
          fingerprint: 'a',
        },
        { contact_id: ben, at: at(31), type: 'permanent' as const, status_code: '5.1.1', fingerprint: 'b' },
        { contact_id: dan, at: at(32), type: 'permanent' as const, status_code: '5.1.1', fingerprint: 'c' },
      ].map((row) => ({ ...bounce, ...row }));
      await tx.insertInto('bounce').values(bounces).execute();
      await tx
        .updateTable('mailing')
        .set({ state: 'done' })
        .where('account_id', '=', accountId)
        .where('id', '=', mailing)
        .execute();
    });
    await client.contacts.delete({ id: dan }).orThrow();
    await client.contacts
      .unsubscribe({ id: ben, mailingId: mailing, reason: ['no_demand|bored', 'too_many_messages'] })
      .orThrow();
    await client.contacts.unsubscribe({ id: cleo, reason: ['no_demand'] }).orThrow();
    await sql`update unsubscription set at = ${at(40)} where mailing_id = ${mailing}`.execute(db);
    await sql`update unsubscription set at = ${at(41)} where mailing_id is null`.execute(db);
  });
  afterAll(() => service?.close());

  const who = (items: { contact: { email?: string; anonymous?: boolean } }[]) =>
    items.map(({ contact }) => contact.email?.split('@')[0] ?? 'nobody');

  test('an open, with everything that it can be asked for', async () => {
    const { items } = await client.reports
      .listOpens({
        mailing_id: [other],
        standard_field: ['FIRSTNAME'],
        embed_email_client_infos: true,
        embed_transaction_id: true,
        embed_contact_hash: true,
      })
      .orThrow();
    expect(items).toEqual([
      {
        timestamp: '2031-03-01 08:00:14',
        contact: expect.objectContaining({
          id: ids.ada,
          email: 'ada@example.org',
          external_id: 'x-ada',
          permissionType: 5,
          standard_fields: [{ name: 'FIRSTNAME', value: 'ada' }],
        }),
        mailing_id: other,
        msg_id: 'o-ada@example.org',
        format: 'text',
        device_type: 'MOBILE',
        transaction_id: order,
        contact_hash: expect.stringMatching(/^[0-9a-f]{16}$/),
        client: expect.objectContaining({ browser_group: 'Safari', user_agent: phone.userAgent }),
        source: 'pixel',
      },
    ]);
  });

  test.each<[string, Parameters<Client['reports']['listOpens']>[0], string[]]>([
    ['without machines, erased and anonymous readers', {}, ['ada', 'ada', 'ada', 'cleo']],
    ['everybody', everybody, ['ada', 'ada', 'nobody', 'ada', 'nobody', 'cleo']],
    ['machines too', { include_machine: true }, ['ben', 'ada', 'ada', 'ada', 'cleo']],
    ['from, inclusive', { from_date: at(12).getTime() }, ['ada', 'ada', 'cleo']],
    ['to, exclusive', { to_date: at(12).getTime() }, ['ada']],
    ['by external id', { eids: ['x-cleo'] }, ['cleo']],
    ['by address', { emails: ['ADA@example.org'] }, ['ada', 'ada', 'ada']],
    ['by format', { format: 'text' }, ['ada']],
    ['by device', { ...everybody, device_type: ['TABLET', 'COMPUTER'] }, ['nobody', 'cleo']],
    ['by social network, which none came by', { social_network: ['FB'] }, []],
    ['the second page', { page_size: 2, page_index: 2 }, ['ada', 'cleo']],
  ])('opens: %s', async (_, query, wanted) => {
    const { items, total } = await client.reports.listOpens(query).orThrow();
    expect(who(items)).toEqual(wanted);
    const { page_size: _size, page_index: _index, ...filters } = query!;
    expect(await client.reportCounts.opens(filters).orThrow()).toBe(total);
  });

  test.each<[string, Parameters<Client['reports']['listUniqueOpens']>[0], string[]]>([
    ['one a reader and mailing', {}, ['ada', 'ada', 'cleo']],
    ['everybody', everybody, ['ada', 'nobody', 'ada', 'nobody', 'cleo']],
    ['machines of whom nothing else is known', { include_machine: true }, ['ben', 'ada', 'ada', 'cleo']],
  ])('unique opens: %s', async (_, query, wanted) => {
    const { items, total } = await client.reports.listUniqueOpens(query).orThrow();
    expect(who(items)).toEqual(wanted);
    expect(await client.reportCounts.uniqueOpens(query).orThrow()).toBe(total);
  });

  test('a click', async () => {
    const { items, total } = await client.reports.listClicks({ embed_link_tags: true, page_size: 1 }).orThrow();
    expect(total).toBe(3);
    expect(items).toMatchObject([
      {
        timestamp: '2031-03-01 08:00:20',
        link_id: link,
        link_type: 'STANDARD',
        link_url: 'https://shop.example.org/a?b=1&c=2',
        link_tags: ['teaser', 'top'],
        msg_id: 'm-ada@example.org',
      },
    ]);
  });

  test.each<[string, Parameters<Client['reports']['listClicks']>[0], string[]]>([
    ['by address of the link', { link_url: 'https://shop.example.org/a?b=1&c=2' }, ['ada', 'ada', 'cleo']],
    ['by another address', { link_url: 'https://shop.example.org/a' }, []],
    ['by tag', { link_tag: ['top', 'none'] }, ['ada', 'ada', 'cleo']],
    ['by a tag that no link has', { link_tag: ['none'] }, []],
    ['by a link that there is not', { link_id: [999_999] }, []],
    ['by device', { device_type: ['COMPUTER'] }, ['cleo']],
  ])('clicks: %s', async (_, query, wanted) => {
    expect(who((await client.reports.listClicks(query).orThrow()).items)).toEqual(wanted);
    expect(await client.reportCounts.clicks(query).orThrow()).toBe(wanted.length);
  });

  test('unique clicks: one a reader and link', async () => {
    expect(who((await client.reports.listUniqueClicks({}).orThrow()).items)).toEqual(['ada', 'cleo']);
    expect(await client.reportCounts.uniqueClicks({}).orThrow()).toBe(2);
  });

  test.each<[string, Parameters<Client['reports']['listBounces']>[0], string[]]>([
    ['of contacts that are there', {}, ['ben', 'ben']],
    ['of everybody', { exclude_anonymous_bounces: false }, ['ben', 'ben', 'nobody']],
    ['by type', { type: 'permanent' }, ['ben']],
    ['by status', { status_code: ['4.2.2', '4.4.1'] }, ['ben']],
    ['by reason', { reason: ['mailbox-full', 'expired'] }, ['ben']],
    ['by a reason that none has', { reason: ['blocked'] }, []],
    ['by source', { source_filter: 'reply' }, []],
  ])('bounces %s', async (_, query, wanted) => {
    expect(who((await client.reports.listBounces(query).orThrow()).items)).toEqual(wanted);
    expect(await client.reportCounts.bounces(query).orThrow()).toBe(wanted.length);
  });

  test('unique bounces count what came for a contact', async () => {
    const { items } = await client.reports.listUniqueBounces({ exclude_anonymous_bounces: false }).orThrow();
    expect(items.map(({ contact, ...counts }) => [contact.id ?? null, counts])).toEqual([
      [
        ids.ben,
        {
          mailing_id: mailing,
          timestamp: '2031-03-01 08:00:30',
          last_type: 'permanent',
          count: 2,
          count_hard: 1,
          count_soft: 1,
        },
      ],
      [null, expect.objectContaining({ count: 1, count_hard: 1, count_soft: 0 })],
    ]);
    expect(await client.reportCounts.uniqueBounces({}).orThrow()).toBe(1);
  });

  test('recipients, by the time of the answer', async () => {
    const { items } = await client.reports.listRecipients({ embed_transaction_id: true }).orThrow();
    expect(items.map(({ contact, msg_id, transaction_id }) => [contact.id ?? null, msg_id, transaction_id])).toEqual([
      [ids.ada, 'm-ada@example.org', null],
      [ids.ben, 'm-ben@example.org', null],
      [null, 'm-dan@example.org', null],
      [ids.ada, 'o-ada@example.org', order],
    ]);
    expect(await client.reportCounts.recipients({ exclude_deleted_recipients: true }).orThrow()).toBe(3);
  });

  test('unsubscriptions, with the mail that led to them', async () => {
    const query = { embed_transaction_id: true, embed_contact_hash: true };
    const { items } = await client.reports.listUnsubscriptions(query).orThrow();
    expect(items).toMatchObject([
      { contact: { id: ids.ben }, mailing_id: mailing, source: 'other', msg_id: 'm-ben@example.org' },
      { contact: { id: ids.cleo }, mailing_id: null, source: 'other', transaction_id: null },
    ]);
    expect(await client.reportCounts.unsubscriptions({ source: 'link' }).orThrow()).toBe(0);
    expect(await client.reportCounts.unsubscriptions({ source: 'other', ids: [ids.ben!] }).orThrow()).toBe(1);
  });

  test.each<[string, Parameters<Client['reports']['listUnsubscriptionReasons']>[0], [string, number][]]>([
    [
      'by count',
      {},
      [
        ['too_many_messages', 1],
        ['no_demand', 2],
      ],
    ],
    [
      'by name, descending',
      { order: 'name', asc: false },
      [
        ['too_many_messages', 1],
        ['no_demand', 1 + 1],
      ],
    ],
    ['in an interval', { from_date: at(41).getTime() }, [['no_demand', 1]]],
  ])('reasons %s', async (_, query, wanted) => {
    const { items, total } = await client.reports.listUnsubscriptionReasons(query).orThrow();
    expect(items.map(({ reason, count }) => [reason, count])).toEqual(wanted);
    const { from_date } = query as { from_date?: number };
    const counted = await client.reportCounts.unsubscriptionReasons(from_date ? { from_date } : {}).orThrow();
    expect([total, counted]).toEqual([wanted.length, wanted.length]);
  });

  test('blocks and their end', async () => {
    const list = await client.blacklists.create({ name: 'Never' }).orThrow();
    await client.blacklists.addEntries({ blacklistId: list, body: { entries: ['ada@example.org'] } }).orThrow();
    const { items } = await client.reports.listBlocks({ ids: [ids.ada!] }).orThrow();
    expect(items).toMatchObject([{ old_status: 'allowed', new_status: 'blocked', reason: 'blacklist' }]);
    expect(await client.reportCounts.blocks({ reasons: ['bounce_policy'] }).orThrow()).toBe(0);
    expect(await client.reportCounts.blocks({ old_status: 'allowed', new_status: 'blocked' }).orThrow()).toBe(1);
    expect(await client.reportCounts.blocks({ exclude_anonymous_blocks: false }).orThrow()).toBe(1);
  });

  test('an interval that ends before it begins is refused', async () => {
    const answer = await client.reports.listOpens({ from_date: 2, to_date: 1 });
    expect(answer).toMatchObject({ status: 400, error: { message: expect.stringContaining('to_date') } });
  });

  test('a contact that gets a mailing again: the mail is that of the occasion, and the last one before', async () => {
    const { ada, ben } = ids as Record<'ada' | 'ben', number>;
    await service.db.transaction().execute((tx) =>
      recordDeliveries(tx, service.accountId, [
        { mailingId: other, contactId: ada, messageId: '<o2-ada@example.org>', occasion: 'doi:2', sentAt: at(50) },
        { mailingId: mailing, contactId: ben, messageId: '<m2-ben@example.org>', occasion: 'doi:3', sentAt: at(51) },
      ]),
    );
    const opens = await client.reports.listOpens({ mailing_id: [other] }).orThrow();
    expect(opens.items.map(({ msg_id }) => msg_id)).toEqual(['o-ada@example.org']);
    const left = await client.reports.listUnsubscriptions({ mailing_id: [mailing] }).orThrow();
    expect(left.items.map(({ msg_id }) => msg_id)).toEqual(['m-ben@example.org']);
  });
});
