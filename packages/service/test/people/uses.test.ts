import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe.each(databases())('what uses things, on $kind', ({ open }) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(await open());
  });
  afterAll(() => service?.close());

  test('values and uses of a custom field', async () => {
    const { client } = service;
    await client.contacts.createCustomField({ field: 'Spent', type: 'double' }).orThrow();
    const empty = await client.contacts.getCustomField({ field: 'Spent' }).orThrow();
    expect(empty).toEqual({ name: 'Spent', type: 'double', count_contacts: 0, values: [], uses: [] });
    for (const [email, value] of [
      ['a', '12.5'],
      ['b', '12.5'],
      ['c', '3'],
    ])
      await client.contacts
        .createByEmail({ email: `${email}@uses.example`, body: { custom_fields: [{ name: 'Spent', value: value! }] } })
        .orThrow();
    await client.contactFilters
      .create({ body: { name: 'Spenders', rules: [{ is_customfield: true, field: 'Spent', operator: 'NOTEMPTY' }] } })
      .orThrow();
    const mailingid = await client.mailings.create({ name: 'Shows it', subject: 'Hello [[CONTACT|Spent]]' }).orThrow();
    expect(await client.contacts.getCustomField({ field: 'Spent' }).orThrow()).toEqual({
      name: 'Spent',
      type: 'double',
      count_contacts: 3,
      values: [
        { value: '12.5', count_contacts: 2 },
        { value: '3', count_contacts: 1 },
      ],
      uses: [
        { kind: 'contact_filter', name: 'Spenders', is_binding: true },
        { kind: 'mailing', id: mailingid, name: 'Shows it', is_binding: false },
      ],
    });
  });

  test('rules of a filter are replaced, and it is counted anew', async () => {
    const { client } = service;
    const rule = (value: string) => ({ field: 'EMAIL', operator: 'STARTS_WITH', value }) as const;
    const contactFilterId = await client.contactFilters.create({ body: { name: 'A', rules: [rule('a@')] } }).orThrow();
    const counted = async () => (await client.contactFilters.get({ contactFilterId }).orThrow()).count_contacts;
    await expect.poll(counted).toBe(1);
    const mailing_id = await client.mailings.create({ name: 'Named', subject: 'x' }).orThrow();
    const groups = [{ match: 'none' as const, rules: [{ operator: 'OPENED' as const, mailing_id }] }];
    const body = {
      name: 'All of them',
      rules: [{ field: 'EMAIL', operator: 'ENDS_WITH', value: '@uses.example' } as const],
      groups,
    };
    expect(await client.contactFilters.countMatches({ body }).orThrow()).toEqual({
      count_contacts: 3,
      count_active_contacts: 0,
    });
    await client.contactFilters.update({ contactFilterId, body }).orThrow();
    await expect.poll(counted).toBe(3);
    expect(await client.contactFilters.get({ contactFilterId }).orThrow()).toMatchObject({
      name: 'All of them',
      groups,
    });
    expect(await client.mailings.delete({ mailingId: mailing_id })).toMatchObject({ ok: false, status: 409 });
    await client.contactFilters.update({ contactFilterId, body: { name: 'A', rules: [rule('b@')] } }).orThrow();
    await client.mailings.delete({ mailingId: mailing_id }).orThrow();

    const groupId = await client.targetGroups
      .create({ body: { name: 'Group', type: 'regular', contact_filter_id: contactFilterId } })
      .orThrow();
    const other = await client.targetGroups
      .create({ body: { name: 'Other', type: 'regular', contact_filter_id: contactFilterId } })
      .orThrow();
    expect(await client.targetGroups.rename({ groupId: other, name: 'Group' })).toMatchObject({ status: 409 });
    await client.targetGroups.rename({ groupId: other, name: 'Third' }).orThrow();
    expect(await client.targetGroups.get({ groupId: other }).orThrow()).toMatchObject({ name: 'Third' });
    expect(await client.targetGroups.listUses({ groupId }).orThrow()).toEqual([]);
  });
});
