import type { Client, TargetGroupDraft } from '@mailwright/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usualDatabases } from '../support/database.ts';
import { callRaw, messageOf } from '../support/raw.ts';
import { seal } from '../support/seal.ts';
import { startTestService, type TestService } from '../support/service.ts';

const draft = (name: string, type = 'regular', filter = 'FILTER') =>
  `<targetgroup><id/><name>${name}</name><author/><state/><type>${type}</type><contact_filter_name/><contact_filter_id>${filter}</contact_filter_id></targetgroup>`;

const faults: [method: string, path: string, body: string | undefined, status: number, message: string][] = [
  ['GET', '/targetgroups/targetgroup/404404', undefined, 404, 'Target group with id 404404 not found.'],
  ['DELETE', '/targetgroups/targetgroup/404404', undefined, 404, 'Target group with id 404404 not found.'],
  ['GET', '/targetgroups/targetgroup/abc', undefined, 400, 'groupId must be an integer but was abc'],
  ['POST', '/targetgroups', draft('Fine', 'regular', '404404'), 404, 'Contact filter with id 404404 not found.'],
  ['POST', '/targetgroups', draft('Everybody'), 409, 'name "Everybody" is used by another target group.'],
  ['POST', '/targetgroups', draft('ab'), 400, 'name'],
  ['POST', '/targetgroups', draft('x'.repeat(65)), 400, 'name'],
  ['POST', '/targetgroups', draft('no_underscore'), 400, 'name'],
  ['POST', '/targetgroups', draft('Fine', 'weekly'), 400, 'weekly'],
  ['POST', '/targetgroups', draft('Fine', 'regular', 'x'), 400, 'contact_filter_id'],
  ['POST', '/targetgroups', '<targetgroup><name>Fine</name></targetgroup>', 400, ''],
  ['GET', '/targetgroups?page_size=1001', undefined, 400, 'page_size must not exceed 1000 but was 1001'],
  ['GET', '/targetgroups?page_index=0', undefined, 400, 'page_index must be at least 1 but was 0'],
];

describe.each(usualDatabases())('target groups on $kind', ({ open }) => {
  let service: TestService;
  let client: Client;
  let everybody: number;
  beforeAll(async () => {
    service = await startTestService(await open());
    client = service.client;
    const { contact_filter_id } = await client.targetGroups
      .get({ groupId: await service.groupId('regular') })
      .orThrow();
    everybody = contact_filter_id;
  });
  afterAll(() => service?.close());

  const create = (name: string, type: TargetGroupDraft['type'] = 'regular', filter = everybody) =>
    client.targetGroups.create({ body: { name, type, contact_filter_id: filter } });

  test.each(faults)('%s %s %s: %i', async (method, path, body, status, message) => {
    const headers = { 'content-type': 'application/vnd.service.api+xml' };
    const answer = await callRaw(service, {
      method,
      path,
      headers,
      ...(body ? { body: body.replace('FILTER', `${everybody}`) } : {}),
    });
    expect(answer.status, answer.body).toBe(status);
    expect(messageOf(answer)).toContain(message);
  });

  test('a group has the contacts and the state of its filter', async () => {
    const groupId = await create('Gruppe Süd 1').orThrow();
    expect(await client.targetGroups.get({ groupId }).orThrow()).toEqual({
      id: groupId,
      name: 'Gruppe Süd 1',
      author: 'demo',
      state: 'uptodate',
      type: 'regular',
      contact_filter_name: 'Everybody',
      contact_filter_id: everybody,
      evaluated: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      created: expect.any(String),
      updated: expect.any(String),
      count_active_contacts: 6,
      count_contacts: 6,
    });
    await client.contacts.createByEmail({ email: 'quiet@example.com', permission: 1, body: {} }).orThrow();
    expect(await client.targetGroups.get({ groupId }).orThrow()).toMatchObject({
      state: 'outofdate',
      count_contacts: 6,
    });
    await client.contactFilters.refresh({ contactFilterId: everybody, time: Date.now() + 60_000 }).orThrow();
    const refreshed = { state: 'uptodate', count_contacts: 7, count_active_contacts: 6 };
    expect(await client.targetGroups.get({ groupId }).orThrow()).toMatchObject(refreshed);
  });

  test('a list by id, its pages, and the count', async () => {
    const count = await client.targetGroups.count({}).orThrow();
    const { items, total } = await client.targetGroups.list({ page_size: 2 }).orThrow();
    expect([items.map(({ name }) => name), total]).toEqual([['Team', 'Everybody'], count]);
    const last = await client.targetGroups.list({ page_size: 1, page_index: count }).orThrow();
    expect(last.items).toEqual([await client.targetGroups.get({ groupId: last.items[0]!.id }).orThrow()]);
    expect((await client.targetGroups.list({ page_index: 99 }).orThrow()).items).toEqual([]);
  });

  test('a group for tests has at most 100 contacts', async () => {
    const contactFilterId = await client.contactFilters
      .create({ body: { name: 'Crowd', rules: [{ field: 'CUSTOM_SOURCE', operator: 'EQUALS', value: 'crowd' }] } })
      .orThrow();
    const add = (count: number) =>
      sql`insert into contact (account_id, source) select ${service.accountId}, 'crowd' from generate_series(1, ${count}::int)`.execute(
        service.db,
      );
    await add(100);
    await create('Just enough', 'test', contactFilterId).orThrow();
    await add(1);
    for (const type of ['test', 'approval'] as const) {
      const message = `A target group of type ${type} has at most 100 contacts, but contact filter ${contactFilterId} has more.`;
      expect(await create(`Too many ${type}`, type, contactFilterId)).toMatchObject({
        status: 400,
        error: { message },
      });
    }
    await create('As many as you like', 'permanent', contactFilterId).orThrow();
  });

  test('a group is deleted unless a mailing is under way to it', async () => {
    const used = await create('Under way').orThrow();
    const free = await create('Only in a draft').orThrow();
    const mailingTo = async (group: number, name: string) => {
      const mailingid = await client.mailings.create({ name, subject: 'x' }).orThrow();
      await client.mailings.setSender({ mailingid, body: 'news@example.com' }).orThrow();
      await client.mailings.setHtml({ mailingid, body: '<p>x</p>' }).orThrow();
      await client.regularMailings.setTargetGroup({ mailingid, body: group }).orThrow();
      return mailingid;
    };
    const sent = await mailingTo(used, 'Sent to a group');
    await seal(service, sent);
    const draftId = await mailingTo(free, 'Draft to a group');

    const refused = await client.targetGroups.delete({ groupId: used });
    expect(refused).toMatchObject({ status: 409 });
    expect(refused.ok ? '' : refused.error).toMatchObject({
      message: expect.stringMatching(`^Target group with id ${used} is used by mailing ${sent}, which is \\w+\\.$`),
    });
    await client.targetGroups.delete({ groupId: free }).orThrow();
    expect(await client.targetGroups.get({ groupId: free })).toMatchObject({ status: 404 });
    expect(await client.regularMailings.getTargetGroup({ mailingid: draftId }).orThrow()).toBeNull();
  });
});
