import type { Client, ContactFilterDraft } from '@mailwright/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { json } from '../../src/platform/database/values.ts';
import { usualDatabases } from '../support/database.ts';
import { callRaw } from '../support/raw.ts';
import { startTestService, type TestService } from '../support/service.ts';

const inParis: ContactFilterDraft = {
  name: 'In Paris',
  rules: [{ field: 'CITY', operator: 'EQUALS', value: 'paris' }],
};

describe.each(usualDatabases())('contact filters on $kind', ({ open }) => {
  let service: TestService;
  let client: Client;
  beforeAll(async () => {
    service = await startTestService(await open());
    client = service.client;
  });
  afterAll(() => service?.close());

  const create = (body: ContactFilterDraft) => client.contactFilters.create({ body }).orThrow();
  const get = (contactFilterId: number) => client.contactFilters.get({ contactFilterId }).orThrow();
  const settled = (id: number) =>
    vi.waitFor(async () => {
      const filter = await get(id);
      expect(filter.state).not.toBe('updating');
      return filter;
    });
  const addContact = (email: string, city: string) =>
    client.contacts
      .createByEmail({ email, permission: 5, body: { standard_fields: [{ name: 'CITY', value: city }] } })
      .orThrow();

  test('a new filter gets its contacts by itself, and a change of a contact makes it out of date', async () => {
    const id = await create(inParis);
    expect(await settled(id)).toEqual({
      id,
      name: 'In Paris',
      author: 'demo',
      state: 'uptodate',
      created: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      updated: expect.any(String),
      count_contacts: 1,
      count_rules: 1,
      rules: [{ is_customfield: false, field: 'CITY', operator: 'EQUALS', value: 'paris', type: 'string' }],
    });
    await addContact('new@example.com', 'PARIS');
    expect(await get(id)).toMatchObject({ state: 'outofdate', count_contacts: 1 });

    await client.contactFilters.refresh({ contactFilterId: id }).orThrow();
    expect(await get(id), 'refreshed less than 30 minutes ago').toMatchObject({ state: 'outofdate' });
    await client.contactFilters.refresh({ contactFilterId: id, time: Date.now() + 60_000 }).orThrow();
    expect(await get(id)).toMatchObject({ state: 'uptodate', count_contacts: 2 });
    const members = sql`select generation from contact_filter_member where filter_id = ${id}`;
    expect((await members.execute(service.db)).rows, 'those of the refresh before are gone').toHaveLength(2);
  });

  test('a refresh in the background', async () => {
    const id = await create({ ...inParis, name: 'Later' });
    await settled(id);
    await addContact('later@example.com', 'Paris');
    const { count_contacts } = await get(id);
    await client.contactFilters.refresh({ contactFilterId: id, async: true, time: Date.now() + 60_000 }).orThrow();
    expect(await settled(id)).toMatchObject({ state: 'uptodate', count_contacts: count_contacts + 1 });
  });

  test('429 while a refresh in the background is running, which goes on when its process was cut off', async () => {
    const id = await create({ ...inParis, name: 'Slow' });
    const { count_contacts } = await settled(id);
    const filter = service.db.updateTable('contact_filter').where('id', '=', id);
    const at = (text: string) => sql<Date>`now() + ${text}::interval`;
    await filter.set({ count_contacts: 99 }).execute();
    const job = {
      account_id: service.accountId,
      kind: 'refresh-contact-filter',
      state: 'running' as const,
      key: String(id),
    };
    await service.db
      .insertInto('job')
      .values({ ...job, payload: json({ filterId: id }), due_at: at('1 hour') })
      .execute();
    expect((await get(id)).state).toBe('updating');
    for (const async of [true, false]) {
      const answer = await client.contactFilters.refresh({ contactFilterId: id, async, time: Date.now() + 60_000 });
      expect(answer).toMatchObject({
        status: 429,
        error: { message: `Contact filter with id ${id} is already being refreshed.` },
      });
    }
    await service.db
      .updateTable('job')
      .set({ due_at: at('-1 second') })
      .execute();
    await client.contactFilters.create({ body: { ...inParis, name: 'Wakes the worker' } }).orThrow();
    expect(await settled(id)).toMatchObject({ state: 'uptodate', count_contacts });
  });

  test('refreshes of one filter at the same time leave one set of contacts', async () => {
    const id = await create({ ...inParis, name: 'Crowd' });
    const { count_contacts } = await settled(id);
    const time = Date.now() + 60_000;
    const all = Array.from({ length: 8 }, () => client.contactFilters.refresh({ contactFilterId: id, time }));
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await get(id)).toMatchObject({ state: 'uptodate', count_contacts });
    await client.contactFilters.refresh({ contactFilterId: id, time }).orThrow();
    const members = sql`select contact_id from contact_filter_member where filter_id = ${id}`;
    expect((await members.execute(service.db)).rows).toHaveLength(count_contacts);
  });

  test('groups of rules, in XML and in JSON, come back as they went', async () => {
    const body: ContactFilterDraft = {
      name: 'Not in the south',
      match: 'any',
      rules: [{ is_customfield: false, field: 'PERMISSION', operator: 'IN', values: ['4', '5'], type: 'integer' }],
      groups: [
        {
          match: 'none',
          rules: [
            { is_customfield: false, field: 'CITY', operator: 'EQUALS', value: 'Lagos', type: 'string' },
            {
              is_customfield: false,
              field: 'CREATED',
              operator: 'BEFORE',
              value: '2031-01-01 00:00:00',
              type: 'timestamp',
            },
          ],
        },
      ],
    };
    for (const contentType of ['application/vnd.service.api+xml', 'application/vnd.service.api+json'] as const) {
      const id = await client.contactFilters
        .create({ contentType, body } as Parameters<typeof client.contactFilters.create>[0])
        .orThrow();
      expect(await get(id)).toMatchObject({ ...body, count_rules: 3 });
    }
  });

  test.each([
    { values: ['Oslo'], all: 1 },
    { values: ['Oslo', 'Quito'], all: 2 },
    { values: ['Lima'], all: 0 },
  ])('rules in groups of groups are counted: contacts in $values', async ({ values, all }) => {
    await addContact('oslo@example.com', 'Oslo');
    await addContact('quito@example.com', 'Quito');
    const city = { field: 'CITY', operator: 'IN' as const, values };
    const count = (body: Parameters<typeof client.contactFilters.countMatches>[0]['body']) =>
      client.contactFilters.countMatches({ body }).orThrow();
    const counted = { count_contacts: all, count_active_contacts: all };
    expect(await count({ match: 'all', rules: [city] })).toEqual(counted);
    expect(
      await count({ match: 'all', groups: [{ match: 'any', groups: [{ match: 'any', rules: [city] }] }] }),
    ).toEqual(counted);
  });

  test('the document that clients write', async () => {
    const body = `<?xml version="1.0"?><contactfilter><id/><name><![CDATA[Buyers & more]]></name><author/><state/>
      <rules><rule><is_customfield>false</is_customfield><field>CITY</field><operator>EQUALS</operator>
      <value>Paris</value><type>string</type></rule></rules></contactfilter>`;
    const headers = { 'content-type': 'application/vnd.service.api+xml' };
    const answer = await callRaw(service, { method: 'POST', path: '/contactfilters', headers, body });
    expect([answer.status, answer.body], answer.body).toEqual([201, expect.stringMatching(/<id>\d+<\/id>/)]);
  });

  test('a list without rules, its pages, and the count', async () => {
    const count = await client.contactFilters.count({}).orThrow();
    const { items: all } = await client.contactFilters.list({}).orThrow();
    expect(all).toHaveLength(count);
    expect(all.map(({ rules }) => rules)).toEqual(Array(count).fill(undefined));
    const ids = all.map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    const page = await client.contactFilters.list({ page_size: 2, page_index: 2 }).orThrow();
    expect(page.items.map(({ id }) => id)).toEqual(ids.slice(2, 4));
    const raw = await callRaw(service, { path: '/contactfilters?pageSize=2&pageIndex=1' });
    expect(raw.headers).toMatchObject({ 'x-items': `${count}`, 'x-pages': `${Math.ceil(count / 2)}` });
  });

  test('a new name, by PUT and by POST', async () => {
    const id = await create(inParis);
    await client.contactFilters.rename({ contactFilterId: id, body: { name: 'Renamed' } }).orThrow();
    expect((await get(id)).name).toBe('Renamed');
    const path = `/contactfilters/contactfilter/${id}`;
    const headers = { 'content-type': 'application/vnd.service.api+xml' };
    const body = '<contactfilter><name>Posted</name><rules/></contactfilter>';
    expect((await callRaw(service, { method: 'POST', path, headers, body })).status).toBe(200);
    expect(await get(id)).toMatchObject({ name: 'Posted', count_rules: 1 });
  });

  test('a locked filter belongs to the key that locked it', async () => {
    const id = await create(inParis);
    await settled(id);
    const other = await service.clientWith(['get', 'post', 'put', 'delete']);
    const locked = () => other.contactFilters.getLock({ contactFilterId: id }).orThrow();
    expect(await locked()).toBe(false);
    await client.contactFilters.setLock({ contactFilterId: id, lock: true }).orThrow();
    await client.contactFilters.setLock({ contactFilterId: id, lock: true }).orThrow();
    expect(await locked()).toBe(true);

    const refused = [
      await other.contactFilters.setLock({ contactFilterId: id, lock: false }),
      await other.contactFilters.setLock({ contactFilterId: id, lock: true }),
      await other.contactFilters.refresh({ contactFilterId: id, time: Date.now() + 60_000 }),
      await other.contactFilters.rename({ contactFilterId: id, body: { name: 'Mine' } }),
      await other.contactFilters.delete({ contactFilterId: id }),
    ];
    const message = `Contact filter with id ${id} is locked by another key.`;
    for (const answer of refused) expect(answer).toMatchObject({ status: 423, error: { message } });

    const job = { account_id: service.accountId, kind: 'refresh-contact-filter', key: String(id) };
    await service.db
      .insertInto('job')
      .values({
        ...job,
        payload: json({ filterId: id }),
        state: 'running',
        due_at: sql<Date>`now() + interval '1 hour'`,
      })
      .execute();
    expect(await other.contactFilters.refresh({ contactFilterId: id }), 'under refresh').toMatchObject({ status: 423 });
    expect(await client.contactFilters.refresh({ contactFilterId: id })).toMatchObject({ status: 429 });
    await service.db.deleteFrom('job').where('key', '=', String(id)).execute();

    await client.contactFilters.rename({ contactFilterId: id, body: { name: 'Still mine' } }).orThrow();
    await client.contactFilters.refresh({ contactFilterId: id, time: Date.now() + 60_000 }).orThrow();
    await client.contactFilters.setLock({ contactFilterId: id, lock: false }).orThrow();
    await other.contactFilters.setLock({ contactFilterId: id, lock: true }).orThrow();
    expect(await client.contactFilters.delete({ contactFilterId: id })).toMatchObject({ status: 423 });

    await service.db.updateTable('api_key').set({ revoked_at: new Date() }).where('label', '=', 'test').execute();
    expect(await client.contactFilters.getLock({ contactFilterId: id }).orThrow(), 'a lock ends with its key').toBe(
      false,
    );
    expect(await client.contactFilters.delete({ contactFilterId: id })).toMatchObject({ status: 204 });
    expect(await client.contactFilters.get({ contactFilterId: id })).toMatchObject({ status: 404 });
  });

  test('a filter that a target group uses is not deleted', async () => {
    const id = await create(inParis);
    const body = { name: 'On the filter', type: 'regular' as const, contact_filter_id: id };
    const groupId = await client.targetGroups.create({ body }).orThrow();
    expect(await client.contactFilters.delete({ contactFilterId: id })).toMatchObject({
      status: 409,
      error: { message: `Contact filter with id ${id} is used by a target group or a trigger mailing.` },
    });
    await client.targetGroups.delete({ groupId }).orThrow();
    expect(await client.contactFilters.delete({ contactFilterId: id })).toMatchObject({ status: 204 });
  });

  test('200 filters are the most', async () => {
    const left = 200 - (await client.contactFilters.count({}).orThrow());
    await sql`insert into contact_filter (account_id, name, author, rules, evaluated_at)
      select ${service.accountId}, 'many', 'test', '{"match":"all","rules":[],"groups":[]}', now()
      from generate_series(1, ${left - 1}::int)`.execute(service.db);
    await create(inParis);
    const message = expect.stringContaining('quota "contact-filters" of 200 contact filters');
    expect(await client.contactFilters.create({ body: inParis })).toMatchObject({ status: 409, error: { message } });
  });
});
