import type { Client, FilterRule } from '@mailwright/client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { recordDeliveries } from '../../src/tracking/recording/deliveries.ts';
import { recordOpenings } from '../../src/tracking/recording/openings.ts';
import { usualDatabases } from '../support/database.ts';
import { callRaw } from '../support/raw.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe.each(usualDatabases())('filters on activity on $kind', ({ open }) => {
  let service: TestService;
  let client: Client;
  let mailing_id: number;
  beforeAll(async () => {
    service = await startTestService(await open());
    client = service.client;
    mailing_id = await client.mailings.create({ name: 'Winter sale', subject: 'x' }).orThrow();
  });
  afterAll(() => service?.close());

  const create = async (name: string, ...rules: FilterRule[]) => {
    const id = await client.contactFilters.create({ body: { name, rules } }).orThrow();
    await settled(id);
    return id;
  };
  const get = (contactFilterId: number) => client.contactFilters.get({ contactFilterId }).orThrow();
  const settled = (id: number) => vi.waitFor(async () => expect((await get(id)).state).not.toBe('updating'));
  const refresh = (contactFilterId: number) =>
    client.contactFilters.refresh({ contactFilterId, time: Date.now() + 60_000 }).orThrow();

  test('their contacts and their state follow what is written down', async () => {
    const received = await create('Got it', { operator: 'RECEIVED', mailing_id });
    const unopened = await create(
      'Unopened',
      { operator: 'RECEIVED' },
      { operator: 'NOT_OPENED', mailing_id, days: 7 },
    );
    const others = await create('Others', { field: 'CITY', operator: 'NOTEMPTY' });
    expect(await get(received)).toMatchObject({ state: 'uptodate', count_contacts: 0 });
    expect((await get(unopened)).rules).toEqual([
      { operator: 'RECEIVED' },
      { operator: 'NOT_OPENED', mailing_id, days: 7 },
    ]);

    const { items } = await client.contacts.list({}).orThrow();
    const ids = items.map(({ id }) => id).slice(0, 3);
    await service.db.transaction().execute(async (transaction) => {
      const mails = ids.map((contactId) => ({ contactId, messageId: `${contactId}@example.com` }));
      const sent = mails.map((mail) => ({ ...mail, mailingId: mailing_id, sentAt: new Date() }));
      await recordDeliveries(transaction, service.accountId, sent);
    });
    expect([(await get(received)).state, (await get(others)).state]).toEqual(['outofdate', 'uptodate']);
    await refresh(received);
    expect(await get(received)).toMatchObject({ state: 'uptodate', count_contacts: 3 });

    await refresh(unopened);
    await service.db.transaction().execute(async (transaction) => {
      const how = { class: 'human', format: 'html', device: 'UNKNOWN', at: new Date() } as const;
      await recordOpenings(transaction, service.accountId, [{ ...how, contactId: ids[0]!, mailingId: mailing_id }]);
    });
    expect((await get(unopened)).state).toBe('outofdate');
    await refresh(unopened);
    expect(
      (await client.contacts.listByFilter({ contactFilterId: unopened }).orThrow()).items.map(({ id }) => id),
    ).toEqual(ids.slice(1));
  });

  test('an approval mail is nothing that a contact received', async () => {
    const mailingid = await client.mailings.create({ name: 'For approval', subject: 'x' }).orThrow();
    await client.mailings.setSender({ mailingid, body: 'news@example.com' }).orThrow();
    await client.mailings.setHtml({ mailingid, body: '<p>x</p>' }).orThrow();
    await client.mailingChecks
      .startApproval({ mailingid, test_targetgroup_id: await service.groupId('test') })
      .orThrow();
    const id = await create('Approvers', { operator: 'RECEIVED', mailing_id: mailingid });
    expect(await get(id)).toMatchObject({ state: 'uptodate', count_contacts: 0 });
  });

  test('a mailing that a rule names is not deleted while the filter is there', async () => {
    const mailingId = await client.mailings.create({ name: 'In a rule', subject: 'x' }).orThrow();
    const inside: FilterRule = { operator: 'NOT_CLICKED', mailing_id: mailingId };
    const body = { name: 'Deep', groups: [{ match: 'none' as const, rules: [inside, { ...inside, days: 3 }] }] };
    const contactFilterId = await client.contactFilters.create({ body }).orThrow();
    await settled(contactFilterId);
    const remove = () => callRaw(service, { method: 'DELETE', path: `/mailings/${mailingId}` });
    expect(await remove()).toMatchObject({
      status: 409,
      body: expect.stringContaining('contact filter "Deep"'),
    });
    await client.contactFilters.delete({ contactFilterId }).orThrow();
    expect((await remove()).status).toBe(200);
    expect((await remove()).status).toBe(404);
    expect(await client.contactFilters.create({ body })).toMatchObject({
      status: 404,
      error: { message: `Mailing with id ${mailingId} not found.` },
    });
  });
});
