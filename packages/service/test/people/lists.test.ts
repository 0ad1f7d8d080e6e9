import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blockContacts, unblockContacts } from '../../src/people/blocks/store.ts';
import { usualDatabases } from '../support/database.ts';
import { callRaw } from '../support/raw.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe.each(usualDatabases())('lists of contacts on $kind', ({ open }) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(await open());
    const body = Array.from({ length: 25 }, (_, i) => ({ email: `reader-${i}@example.org` }));
    await service.client.contacts.synchronize({ body, permission: 2 }).orThrow();
  });
  afterAll(() => service?.close());
  const contacts = () => service.client.contacts;

  test('in pages by id, with every contact once', async () => {
    const all = await contacts()
      .list.all({ page_size: 7, standard_field: ['FIRSTNAME'] })
      .toArray();
    const ids = all.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
    expect(ids).toHaveLength(31);
    expect(all[0]).toMatchObject({ email: 'ada.moreau@example.com', standard_fields: [{ value: 'Ada' }] });
    expect(await contacts().count({}).orThrow()).toBe(31);
    expect(await contacts().list({ page_size: 10, page_index: 5 }).orThrow()).toMatchObject({ items: [], total: 31 });
  });

  test('changed after a time', async () => {
    const { db } = service;
    await db
      .updateTable('contact')
      .set({ updated_at: new Date('2031-01-09T10:00:01Z') })
      .where('email', '=', 'reader-3@example.org')
      .execute();
    const updated_after = '2031-01-09 10:00:00';
    const { items, total } = await contacts().list({ updated_after }).orThrow();
    expect([items.map(({ email }) => email), total]).toEqual([['reader-3@example.org'], 1]);
    expect(await contacts().count({ updated_after }).orThrow()).toBe(1);
    expect(await contacts().count({ updated_after: '2031-01-09 10:00:01' }).orThrow()).toBe(0);
  });

  test('blocked ones with reason and time, under both paths; each change is in the log once', async () => {
    const { db, accountId } = service;
    const named =
      (...names: string[]) =>
      (contact: Parameters<Parameters<typeof blockContacts>[2]>[0]) =>
        contact(
          'email_folded',
          'in',
          names.map((name) => `${name}@example.org`),
        );
    expect(await blockContacts(db, accountId, named('reader-1', 'reader-2'), 'blacklist')).toBe(2);
    expect(await blockContacts(db, accountId, named('reader-2', 'reader-4'), 'bounce_policy')).toBe(1);
    expect(await unblockContacts(db, accountId, named('reader-1', 'reader-4'), 'blacklist')).toBe(1);
    expect(await blockContacts(db, accountId + 1, named('reader-5'), 'blacklist')).toBe(0);
    const { items, total } = await contacts()
      .listBlocked({ standard_field: ['SENDOUT_STATUS'] })
      .orThrow();
    expect(total).toBe(2);
    expect(items).toMatchObject([
      { email: 'reader-2@example.org', blocking_reason: 'blacklist', standard_fields: [{ value: 'blocked' }] },
      { email: 'reader-4@example.org', blocking_reason: 'bounce_policy' },
    ]);
    expect(items[0]!.blocking_timestamp).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
    for (const path of ['/contacts/contact/blocked', '/contacts/blocked']) {
      expect((await callRaw(service, { path })).headers['x-items']).toBe('2');
    }
    const log = await db
      .selectFrom('contact_block')
      .select(['old_status', 'new_status', 'reason'])
      .orderBy('id')
      .execute();
    expect(log.map(({ old_status, new_status, reason }) => `${old_status} ${new_status} ${reason}`)).toEqual([
      'allowed blocked blacklist',
      'allowed blocked blacklist',
      'allowed blocked bounce_policy',
      'blocked allowed blacklist',
    ]);
  });

  test.each<[operator: 'EQUALS' | 'CONTAINS' | 'STARTS_WITH' | 'IN' | 'NOTEQUALS', value: string, found: number]>([
    ['EQUALS', 'Zoe\u0308 Müller', 1],
    ['EQUALS', 'ZO\u00cb mu\u0308ller', 1],
    ['CONTAINS', '\u00eb m', 1],
    ['STARTS_WITH', 'zoe', 0],
    ['IN', 'Zoë Mu\u0308ller', 1],
    ['NOTEQUALS', 'zo\u00eb m\u00fcller', 0],
  ])('composed and decomposed letters are equal: %s %j', async (operator, value, found) => {
    const { client } = service;
    const stored = 'Zoe\u0308 M\u00fcller';
    const standard_fields = [{ name: 'FULLNAME' as const, value: stored }];
    const email = 'zoe.letters@example.org';
    await client.contacts.createByEmail({ email, permission: 1, body: { standard_fields } }).orThrow();
    const rule = operator === 'IN' ? { values: [value] } : { value };
    const rules = [
      { field: 'FULLNAME', operator, ...rule },
      { field: 'EMAIL', operator: 'EQUALS' as const, value: email },
    ];
    const contactFilterId = await client.contactFilters.create({ body: { name: operator + value, rules } }).orThrow();
    await client.contactFilters.refresh({ contactFilterId }).orThrow();
    expect(await contacts().countByFilter({ contactFilterId }).orThrow()).toBe(found);
    const kept = await client.contacts.getByEmail({ email, standard_field: ['FULLNAME'] }).orThrow();
    expect(kept.standard_fields, 'stored as given').toEqual([{ name: 'FULLNAME', value: stored }]);
    await client.contacts.delete({ id: kept.id }).orThrow();
  });

  test('of a filter: those of its last refresh, without anonymous ones', async () => {
    const { db, accountId, client } = service;
    const rules = [{ field: 'EMAIL', operator: 'STARTS_WITH' as const, value: 'reader-1' }];
    const contactFilterId = await client.contactFilters.create({ body: { name: 'Ones', rules } }).orThrow();
    await client.contactFilters.refresh({ contactFilterId }).orThrow();
    expect(await contacts().countByFilter({ contactFilterId }).orThrow()).toBe(11);
    expect(await contacts().countActiveByFilter({ contactFilterId }).orThrow()).toBe(11);
    await contacts().unsubscribeByEmail({ email: 'reader-10@example.org' }).orThrow();
    await blockContacts(db, accountId, (contact) => contact('email', '=', 'reader-11@example.org'), 'blacklist');
    expect(await contacts().countActiveByFilter({ contactFilterId }).orThrow()).toBe(9);
    await db
      .updateTable('contact')
      .set({ anonymous: true, email: null, email_folded: null })
      .where('email', '=', 'reader-12@example.org')
      .execute();
    const { items, total } = await contacts().listByFilter({ contactFilterId, page_size: 5 }).orThrow();
    expect(items.map(({ email }) => email)).toEqual(
      ['reader-1', 'reader-10', 'reader-11', 'reader-13'].map((name) => `${name}@example.org`),
    );
    expect(total).toBe(11);
  });

  test('another account sees none of it', async () => {
    const { db } = service;
    const other = await db
      .insertInto('account')
      .values({ name: 'Other', domain: 'other.example.com' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const row = await db
      .selectFrom('contact')
      .select('id')
      .where('email', '=', 'reader-0@example.org')
      .executeTakeFirstOrThrow();
    await db.updateTable('api_key').set({ account_id: other.id }).execute();
    const { id } = row;
    expect(await contacts().count({}).orThrow()).toBe(0);
    expect(await contacts().list({}).orThrow()).toMatchObject({ items: [], total: 0 });
    expect((await contacts().get({ id, ignore_checksum: true })).status).toBe(404);
    expect((await contacts().update({ id, ignore_checksum: true, body: {} })).status).toBe(404);
    expect((await contacts().unsubscribe({ id })).status).toBe(404);
    expect((await contacts().delete({ id })).status).toBe(404);
    expect(await contacts().listByEmail({ email: 'reader-0@example.org' }).orThrow()).toEqual([]);
    const report = await contacts()
      .synchronize({ body: [{ id, email: 'reader-0@example.org' }], prefer_service_id: true, sync_mode: 1 })
      .orThrow();
    expect(report.count_new_contacts).toBe(1);
    await contacts().deleteAll({ authorized: 'yes' }).orThrow();
    await contacts().deleteStandardFieldValues({ field: 'FIRSTNAME' }).orThrow();
    await db.updateTable('api_key').set({ account_id: service.accountId }).execute();
    expect(await contacts().count({}).orThrow()).toBe(31);
  });

  test('a large total is remembered until the client changes contacts', async () => {
    const { db, accountId } = service;
    await sql`insert into contact (account_id, external_id) select ${accountId}, i::text from generate_series(1, 10000) as i`.execute(
      db,
    );
    const total = async () => (await contacts().list({ page_size: 1 }).orThrow()).total;
    const before = (await total())!;
    expect(before).toBeGreaterThan(10_000);
    await contacts().createByEmail({ email: 'counted@example.org', permission: 1, body: {} }).orThrow();
    expect(await total()).toBe(before + 1);
    await contacts().deleteByEmail({ email: 'counted@example.org' }).orThrow();
    expect(await total()).toBe(before);
  });
});
