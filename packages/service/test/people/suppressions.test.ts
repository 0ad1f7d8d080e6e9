import type { Client } from '@mailwright/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertAccount } from '../../src/account/store.ts';
import { blockContacts, unblockContacts } from '../../src/people/blocks/store.ts';
import { listSuppressions, type Suppression } from '../../src/people/suppressions/list.ts';
import { usualDatabases } from '../support/database.ts';
import { callRaw, messageOf } from '../support/raw.ts';
import { startTestService, type TestService } from '../support/service.ts';

const mail = (name: string) => `${name}@people.example`;
const xml = 'application/vnd.service.api+xml';

describe.each(usualDatabases())('suppressions on $kind', ({ open }) => {
  let service: TestService;
  let client: Client;
  let own: number;
  let globalList: number;

  beforeAll(async () => {
    service = await startTestService(await open());
    client = service.client;
    own = await client.blacklists.create({ name: 'Own' }).orThrow();
    const operator = await insertAccount(service.db, { name: 'operator', domain: 'example.net' });
    const insert = (global: boolean, name: string) =>
      service.db
        .insertInto('blacklist')
        .values({ account_id: operator, name, global })
        .returning('id')
        .executeTakeFirstOrThrow();
    globalList = (await insert(true, 'Global')).id;
    const foreign = (await insert(false, 'Private')).id;
    await service.db
      .insertInto('blacklist_entry')
      .values([
        { account_id: operator, blacklist_id: globalList, entry: '*@spam.example' },
        { account_id: operator, blacklist_id: foreign, entry: 'secret@private.example' },
      ])
      .execute();
    await service.db
      .insertInto('contact')
      .values({ account_id: operator, email: mail('foreign'), email_folded: mail('foreign'), permission: 5 })
      .execute();
    await blockContacts(service.db, operator, (contact) => contact.val(true), 'bounce_policy');
  });
  afterAll(() => service?.close());

  beforeEach(async () => {
    await client.contacts.deleteAll({ authorized: 'yes' }).orThrow();
    await service.db.deleteFrom('blacklist_entry').where('account_id', '=', service.accountId).execute();
  });

  const addContact = (name: string) =>
    client.contacts.createByEmail({ email: mail(name), permission: 5, body: {} }).orThrow();
  const bounced = (name: string) =>
    blockContacts(
      service.db,
      service.accountId,
      (contact) => contact('contact.email_folded', '=', mail(name)),
      'bounce_policy',
      { explanation: `three bounces of ${name}` },
    );
  const state = async (name: string) => {
    const standard_field = ['CONTACT_STATE', 'CONTACT_STATE_REASON', 'CONTACT_STATE_SINCE'] as const;
    const contact = await client.contacts
      .getByEmail({ email: mail(name), standard_field: [...standard_field] })
      .orThrow();
    return contact.standard_fields?.map(({ value }) => value);
  };
  const listed = async (filter: Parameters<Client['suppressions']['list']>[0] = {}) => {
    const { items, total } = await client.suppressions.list(filter).orThrow();
    const { reason, email } = filter;
    const wanted = { ...(reason && { reason }), ...(email && { email }) };
    expect(total).toBe(await client.suppressions.count(wanted).orThrow());
    return items.map(({ entry, reason }) => `${entry} ${reason}`);
  };

  test('each truth is in the list, by entry, with its reason, and in the state of its contact', async () => {
    for (const name of ['zoe', 'left', 'bad', 'spam', 'new']) await addContact(name);
    await client.contacts.createByEmail({ email: mail('asked'), body: {} }).orThrow();
    await client.contacts.unsubscribeByEmail({ email: mail('left') }).orThrow();
    await client.contacts.unsubscribeByEmail({ email: mail('spam') }).orThrow();
    await service.db
      .updateTable('contact')
      .set({ unsubscribe_source: 'complaint' })
      .where('email', '=', mail('spam'))
      .execute();
    expect(await bounced('bad')).toBe(1);
    await client.suppressions
      .add({ body: { blacklist: 'Own', import_name: 'by telephone', entries: [mail('Zoe'), mail('nobody')] } })
      .orThrow();
    expect(await listed()).toEqual([
      '*@spam.example blacklist',
      'bad@people.example bounce',
      'left@people.example unsubscribed',
      'nobody@people.example blacklist',
      'spam@people.example complaint',
      'zoe@people.example blacklist',
    ]);
    expect(await listed({ reason: ['complaint', 'bounce'] })).toEqual([
      'bad@people.example bounce',
      'spam@people.example complaint',
    ]);
    expect(await listed({ email: 'Anyone@SPAM.example' })).toEqual(['*@spam.example blacklist']);
    expect(await listed({ page_size: 2, page_index: 2 })).toEqual([
      'left@people.example unsubscribed',
      'nobody@people.example blacklist',
    ]);
    const { items } = await client.suppressions.list({}).orThrow();
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(items[1]).toEqual({
      entry: mail('bad'),
      reason: 'bounce',
      since: time,
      contact_id: expect.any(Number),
      explanation: 'three bounces of bad',
    });
    expect(items[3]).toEqual({
      entry: mail('nobody'),
      reason: 'blacklist',
      since: time,
      blacklist_id: own,
      explanation: 'Own, from by telephone',
    });
    expect(await state('new')).toEqual(['subscribed', null, null]);
    expect(await state('asked')).toEqual(['unconfirmed', null, null]);
    expect(await state('left')).toEqual(['unsubscribed', 'other', time]);
    expect(await state('spam')).toEqual(['unsubscribed', 'complaint', time]);
    expect(await state('bad')).toEqual(['blocked', 'bounce_policy', time]);
    expect(await state('zoe')).toEqual(['blocked', 'blacklist', time]);
  });

  test('the state is in reports too', async () => {
    await addContact('left');
    await client.contacts.unsubscribeByEmail({ email: mail('left') }).orThrow();
    const { items } = await client.reports
      .listUnsubscriptions({ emails: [mail('left')], standard_field: ['CONTACT_STATE', 'CONTACT_STATE_REASON'] })
      .orThrow();
    expect(items[0]!.contact.standard_fields).toEqual([
      { name: 'CONTACT_STATE', value: 'unsubscribed' },
      { name: 'CONTACT_STATE_REASON', value: 'other' },
    ]);
  });

  test('removing frees an address of bounces and of all own lists, and of nothing else', async () => {
    for (const name of ['both', 'left', 'covered']) await addContact(name);
    await client.suppressions.add({ body: { entries: [mail('both')] } }).orThrow();
    await client.blacklists.addEntries({ blacklistId: own, body: { entries: [mail('both')] } }).orThrow();
    expect(await listed({ reason: ['blacklist'], email: mail('both') })).toHaveLength(2);
    await client.suppressions.remove({ entry: mail('both') }).orThrow();
    expect(await state('both')).toEqual(['subscribed', null, null]);

    await bounced('both');
    await client.suppressions.remove({ entry: mail('BOTH') }).orThrow();
    expect(await state('both')).toEqual(['subscribed', null, null]);
    const log = await sql<{ new_status: string }>`
      select new_status from contact_block where reason = 'bounce_policy' order by id desc limit 2`.execute(service.db);
    expect(log.rows.map(({ new_status }) => new_status)).toEqual(['allowed', 'blocked']);

    // The bounces hid a longer entry, which counts now.
    await bounced('covered');
    await client.suppressions.add({ body: { entries: ['covered@*'] } }).orThrow();
    await client.suppressions.remove({ entry: mail('covered') }).orThrow();
    expect((await state('covered'))?.slice(0, 2)).toEqual(['blocked', 'blacklist']);
  });

  test.each<[method: string, path: string, body: string | undefined, status: number, message: string]>([
    [
      'DELETE',
      '?entry=none@people.example',
      undefined,
      404,
      'The account has no suppression of "none@people.example".',
    ],
    ['DELETE', '?entry=*@spam.example', undefined, 404, 'no suppression of "*@spam.example"'],
    ['DELETE', '?entry=ada@spam.example', undefined, 409, 'the entry "*@spam.example" of the blacklist Global'],
    ['DELETE', '?entry=left@people.example', undefined, 409, 'has unsubscribed; only the contact can subscribe again'],
    ['DELETE', '?entry=secret@private.example', undefined, 404, 'no suppression'],
    ['DELETE', '', undefined, 400, 'entry is required'],
    ['GET', '?email=nobody', undefined, 400, 'email'],
    ['GET', '?reason=dislike', undefined, 400, 'reason'],
    ['POST', '', '<add_suppressions><entries/></add_suppressions>', 400, 'entries'],
    [
      'POST',
      '',
      '<add_suppressions><entries><entry>a..b@c.example</entry></entries></add_suppressions>',
      400,
      'entries/entry[1] must be an address, *@domain or local@*',
    ],
  ])('%s /suppressions%s with %s is %i', async (method, query, body, status, message) => {
    await addContact('left');
    await client.contacts.unsubscribeByEmail({ email: mail('left') }).orThrow();
    const headers = { 'content-type': xml };
    const answer = await callRaw(service, { method, path: `/suppressions${query}`, headers, ...(body && { body }) });
    expect([answer.status, messageOf(answer)]).toEqual([status, expect.stringContaining(message)]);
  });

  test('an export goes on behind each row, also between several of one entry', async () => {
    for (const name of ['a', 'b', 'c']) await addContact(name);
    for (const name of ['a', 'b', 'c']) await client.contacts.unsubscribeByEmail({ email: mail(name) }).orThrow();
    for (const name of ['a', 'b']) await bounced(name);
    const entries = ['a', 'b', 'c', 'd'].map(mail);
    for (const blacklist of ['Own', 'Another'])
      await client.suppressions.add({ body: { blacklist, entries } }).orThrow();
    const { db, accountId } = service;
    const wanted = await listSuppressions(db, accountId, { reasons: [] }, { limit: 1000 });
    expect(wanted).toHaveLength(3 + 2 + 8 + 1);
    const seen: Suppression[] = [];
    for (;;) {
      const [next] = await listSuppressions(db, accountId, { reasons: [] }, { limit: 1, after: seen.at(-1) });
      if (next === undefined) break;
      seen.push(next);
      expect(seen.length).toBeLessThanOrEqual(wanted.length);
    }
    expect(seen).toEqual(wanted);
    await unblockContacts(db, accountId, (contact) => contact.val(true), 'bounce_policy');
  });

  test('only the account itself sees its list', async () => {
    const rows = await listSuppressions(service.db, service.accountId + 1, { reasons: [] }, { limit: 10 });
    expect(rows.map(({ entry }) => entry)).toContain('secret@private.example');
    expect(await listed({ email: 'secret@private.example' })).toEqual([]);
  });
});
