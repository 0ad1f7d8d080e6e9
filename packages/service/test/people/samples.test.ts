import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { samples } from '../../src/people/index.ts';
import { databases } from '../support/database.ts';
import { createSendout } from '../support/sendout.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** RFC 2606, section 3, and RFC 6761, section 6.5. */
const reserved = /@(?:[\w-]+\.)*(?:example|example\.(?:com|net|org))$/;

test('nobody can have the address of a sample contact', () => {
  expect(samples.people.map(samples.addressOf).filter((address) => !reserved.test(address))).toEqual([]);
});

describe.each(databases())('sample contacts on $kind', ({ open }) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(await open());
  });
  afterAll(() => service?.close());

  const total = async (search: object) => {
    const found = await service.client.contacts.find({ ...search, with_total: true, limit: 100 }).orThrow();
    expect(found.contacts).toHaveLength(found.total!);
    return found.total;
  };
  const create = async (email: string, src: string) =>
    Number(await service.client.contacts.createByEmail({ email, src, permission: 4, body: {} }).orThrow());
  const notes = async (mailingid: number) => {
    const { obstacles } = await service.client.mailings.getReadiness({ mailingid }).orThrow();
    return obstacles.filter(({ code }) => code === 'samples_among_recipients');
  };
  const hasOwn = async () => (await service.client.account.getStatus().orThrow()).has_own_contacts;

  test('are those that the account came with, until they are changed to others', async () => {
    expect(await total({ samples: true })).toBe(6);
    expect(await total({})).toBe(6);
    expect(await hasOwn()).toBe(false);
    // The source alone says nothing: programs may name theirs so.
    await create('own@garden.example', 'demo');
    expect(await hasOwn()).toBe(true);
    const { contacts } = await service.client.contacts.find({ samples: true, sort: 'oldest' }).orThrow();
    const [first, second] = contacts;
    await service.client.contacts
      .update({ id: first!.id, ignore_checksum: true, body: { email: 'ada@garden.example' } })
      .orThrow();
    expect(await total({ samples: true })).toBe(5);
    expect(await total({ samples: false })).toBe(7);
    expect(await total({ samples: true, text: second!.email! })).toBe(1);
    expect(await total({ samples: true, ids: [first!.id] })).toBe(0);
    expect(await total({ samples: true, ids: [first!.id, second!.id] })).toBe(1);
  });

  test('are noted before a mailing goes to them, and no more when they are erased', async () => {
    const { client } = service;
    const mailingid = await createSendout(service);
    expect(await notes(mailingid)).toMatchObject([
      { severity: 'warns', temporary: true, message: 'Sample contacts are among the recipients: 5 of 7.' },
    ]);
    await client.regularMailings.setContactsLimit({ mailingid, body: 2 }).orThrow();
    expect((await notes(mailingid))[0]?.message).toContain('5 of 7');
    const { contacts } = await client.contacts.find({ samples: true, limit: 1 }).orThrow();
    await client.contacts.unsubscribeByEmail({ email: contacts[0]!.email! }).orThrow();
    expect((await notes(mailingid))[0]?.message).toContain('4 of 6');

    const erase = (count: number) => client.contacts.removeFound({ action: 'erase', samples: true, count });
    expect(await erase(7)).toMatchObject({ status: 409 });
    const { id } = await erase(5).orThrow();
    await expect.poll(async () => (await client.contacts.getChange({ changeId: id }).orThrow()).state).toBe('done');
    expect(await notes(mailingid)).toEqual([]);
    expect(await total({})).toBe(2);
    expect(await total({ samples: true })).toBe(0);
    // None is not everybody.
    for (const count of [1, 2]) expect(await erase(count)).toMatchObject({ status: 409 });
    expect(await total({})).toBe(2);
  });
});
