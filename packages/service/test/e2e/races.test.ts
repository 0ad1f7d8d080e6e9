import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usualDatabases } from '../support/database.ts';
import { callRaw, messageOf, type RawCall } from '../support/raw.ts';
import { startTestService, type TestService } from '../support/service.ts';

const rounds = 40;
const rule = { is_customfield: false, field: 'CITY', operator: 'EQUALS', value: 'Paris', type: 'string' } as const;

describe.each(usualDatabases())('changes that meet on $kind', ({ open }) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(await open());
  });
  afterAll(() => service.close());

  /** Two requests at once, again and again: the pairs of statuses, with every message that is no success. */
  async function meet(prepare: (round: number) => Promise<[RawCall, RawCall]>) {
    const statuses = new Set<number>();
    const messages = new Set<string>();
    for (let round = 0; round < rounds; round++) {
      const pair = await prepare(round);
      for (const answer of await Promise.all(pair.map((call) => callRaw(service, call)))) {
        statuses.add(answer.status);
        if (answer.status >= 400) messages.add(messageOf(answer).replaceAll(/\d+/g, 'N'));
      }
    }
    return { statuses: [...statuses].sort(), messages: [...messages].sort() };
  }

  const mailing = (name: string) => service.client.mailings.create({ name, subject: 'x' }).orThrow();
  const xml = { 'content-type': 'application/vnd.service.api+xml' };

  test('two fields get one name: the second hears that it is taken', async () => {
    const { client } = service;
    const rename = (from: string, to: string) => ({ method: 'PUT', path: `/contacts/fields/custom/${from}/${to}` });
    const met = await meet(async (n) => {
      for (const field of [`first${n}`, `second${n}`]) {
        await client.contacts.createCustomField({ field, type: 'string' }).orThrow();
      }
      return [rename(`first${n}`, `third${n}`), rename(`second${n}`, `third${n}`)];
    });
    expect(met.statuses).toEqual([200, 409]);
    expect(met.messages).toEqual(['The account already has a custom field thirdN.']);
    await service.db.deleteFrom('custom_field').execute();
  });

  test('two mailings get one name: the second hears that it is used', async () => {
    const rename = (id: number, n: number) => ({
      method: 'POST',
      path: `/mailings/${id}/name`,
      headers: xml,
      body: `<name>meeting ${n}</name>`,
    });
    const met = await meet(async (n) => {
      const ids = [await mailing(`first ${n}`), await mailing(`second ${n}`)] as const;
      return [rename(ids[0], n), rename(ids[1], n)];
    });
    expect(met.statuses).toEqual([200, 400]);
    expect(met.messages).toEqual([
      `name "meeting N" is used by another mailing; names of mailings must be unique in the account.`,
    ]);
  });

  async function group(n: string): Promise<{ filter: number; group: number }> {
    const { client } = service;
    const filter = await client.contactFilters.create({ body: { name: `filter ${n}`, rules: [rule] } }).orThrow();
    const body = { name: `group ${n}`, type: 'regular', contact_filter_id: filter } as const;
    return { filter, group: await client.targetGroups.create({ body }).orThrow() };
  }

  test('a group and its filter are deleted: both, or the filter stays as it is used', async () => {
    const met = await meet(async (n) => {
      const made = await group(`deleted ${n}`);
      return [
        { method: 'DELETE', path: `/targetgroups/targetgroup/${made.group}` },
        { method: 'DELETE', path: `/contactfilters/contactfilter/${made.filter}` },
      ];
    });
    expect([200, 204, 409]).toEqual(expect.arrayContaining(met.statuses));
  });

  test('a group is given to a mailing and deleted: the mailing has it no more, or hears that it is gone', async () => {
    const met = await meet(async (n) => {
      const made = await group(`set ${n}`);
      const id = await mailing(`with group ${n}`);
      const body = `<targetgroupid>${made.group}</targetgroupid>`;
      return [
        { method: 'POST', path: `/mailings/${id}/targetgroupid`, headers: xml, body },
        { method: 'DELETE', path: `/targetgroups/targetgroup/${made.group}` },
      ];
    });
    expect([200, 204, 404]).toEqual(expect.arrayContaining(met.statuses));
    expect(met.messages.length).toBeLessThanOrEqual(1);
  });
});
