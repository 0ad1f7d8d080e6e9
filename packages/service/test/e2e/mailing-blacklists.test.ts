import type { Client } from '@mailwright/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { excludedContacts } from '../../src/mailing-blacklists/store.ts';
import { usualDatabases } from '../support/database.ts';
import { callRaw, messageOf } from '../support/raw.ts';
import { seal } from '../support/seal.ts';
import { startTestService, type TestService } from '../support/service.ts';

const expressions = (...texts: string[]) =>
  `<mailing_blacklist_expressions><expressions>${texts.map((text) => `<expression>${text}</expression>`).join('')}</expressions></mailing_blacklist_expressions>`;
const gone = 'Mailing blacklist with id 404404 not found.';

/** Placeholders: LIST is a mailing blacklist, DRAFT and SEALED are mailings, SEALED has the list. */
const faults: [method: string, path: string, body: string | undefined, status: number, message: string][] = [
  ['GET', '/mailingblacklists/404404', undefined, 404, gone],
  ['GET', '/mailingblacklists/abc', undefined, 400, 'id must be an integer but was abc'],
  ['PUT', '/mailingblacklists/404404?name=x', undefined, 404, gone],
  ['PUT', '/mailingblacklists/LIST', undefined, 400, 'name is required'],
  ['PUT', '/mailingblacklists/LIST?name=Other', undefined, 409, 'name "Other" is used by another mailing blacklist.'],
  ['DELETE', '/mailingblacklists/404404', undefined, 404, gone],
  [
    'DELETE',
    '/mailingblacklists/LIST',
    undefined,
    409,
    'Mailing blacklist with id LIST is used by mailing SEALED, which is ',
  ],
  ['POST', '/mailingblacklists?name=Other', undefined, 409, 'name "Other" is used by another mailing blacklist.'],
  ['POST', '/mailingblacklists', undefined, 400, 'name is required'],
  ['POST', `/mailingblacklists?name=${'x'.repeat(256)}`, undefined, 400, 'name must have at most 255 characters'],
  ['GET', '/mailingblacklists/404404/expressions', undefined, 404, gone],
  ['POST', '/mailingblacklists/404404/expressions', expressions('*@a.example'), 404, gone],
  ['POST', '/mailingblacklists/LIST/expressions', '<mailing_blacklist_expressions/>', 400, 'expressions'],
  ['POST', '/mailingblacklists/LIST/expressions', expressions(...Array(50_001).fill('x')), 400, '50000'],
  ['GET', '/mailingblacklists?page_size=1001', undefined, 400, 'page_size must not exceed 1000 but was 1001'],
  ['GET', '/mailings/404404/mailingblacklists', undefined, 404, 'Mailing with id 404404 not found.'],
  ['POST', '/mailings/404404/mailingblacklists/LIST', undefined, 404, 'Mailing with id 404404 not found.'],
  ['POST', '/mailings/DRAFT/mailingblacklists/404404', undefined, 404, gone],
  [
    'POST',
    '/mailings/SEALED/mailingblacklists/LIST',
    undefined,
    409,
    'Mailing with id SEALED cannot be changed as it is sealed.',
  ],
  ['DELETE', '/mailings/DRAFT/mailingblacklists/404404', undefined, 404, gone],
  [
    'DELETE',
    '/mailings/DRAFT/mailingblacklists/LIST',
    undefined,
    404,
    'Mailing with id DRAFT does not have the mailing blacklist with id LIST.',
  ],
  ['DELETE', '/mailings/SEALED/mailingblacklists/LIST', undefined, 409, 'SEALED'],
];

describe.each(usualDatabases())('mailing blacklists on $kind', ({ open }) => {
  let service: TestService;
  let client: Client;
  const ids: Record<string, string> = {};

  const mailing = async (name: string) => {
    const mailingid = await client.mailings.create({ name, subject: 'x' }).orThrow();
    await client.mailings.setSender({ mailingid, body: 'news@example.com' }).orThrow();
    await client.mailings.setHtml({ mailingid, body: '<p>x</p>' }).orThrow();
    await client.regularMailings.setTargetGroup({ mailingid, body: await service.groupId('regular') }).orThrow();
    return mailingid;
  };
  beforeAll(async () => {
    service = await startTestService(await open());
    client = service.client;
    const list = await client.mailingBlacklists.create({ name: 'Competitors' }).orThrow();
    await client.mailingBlacklists.create({ name: 'Other' }).orThrow();
    const [draft, sealed] = [await mailing('Draft'), await mailing('Sealed')];
    await client.mailings.addBlacklist({ mailingid: sealed, blacklistid: list }).orThrow();
    await seal(service, sealed);
    await service.db.updateTable('mailing').set({ state: 'sending' }).where('id', '=', sealed).execute();
    Object.assign(ids, { LIST: `${list}`, DRAFT: `${draft}`, SEALED: `${sealed}` });
  });
  afterAll(() => service?.close());

  const named = (text: string) => text.replace(/LIST|DRAFT|SEALED/g, (name) => ids[name]!);

  test.each(faults)('%s %s: %#', async (method, path, body, status, message) => {
    const headers = { 'content-type': 'application/vnd.service.api+xml' };
    const answer = await callRaw(service, { method, path: named(path), headers, ...(body ? { body } : {}) });
    expect([answer.status, messageOf(answer)]).toEqual([status, expect.stringContaining(named(message))]);
  });

  test('from creation to deletion', async () => {
    const before = Date.now() - 60_000;
    const id = await client.mailingBlacklists.create({ name: 'Short-lived' }).orThrow();
    const list = await client.mailingBlacklists.get({ id }).orThrow();
    expect(list).toEqual({ id, name: 'Short-lived', created_time: expect.any(Number), created_user: 'demo' });
    expect(list.created_time).toBeGreaterThan(before);
    await client.mailingBlacklists.rename({ id, name: 'Renamed' }).orThrow();
    await client.mailingBlacklists.rename({ id, name: 'Renamed' }).orThrow();
    const { items, total } = await client.mailingBlacklists.list({ page_size: 2, page_index: 2 }).orThrow();
    expect([items, total]).toEqual([[{ ...list, name: 'Renamed' }], 3]);
    await client.mailingBlacklists.delete({ id }).orThrow();
    expect(await client.mailingBlacklists.get({ id })).toMatchObject({ status: 404 });
    const nothing = await client.mailingBlacklists.getExpressions({ id: Number(ids.LIST) }).orThrow();
    expect(nothing).toEqual({ expressions: [] });
  });

  test('a mailing gets lists and loses them; a list in use stays until the mailing is done', async () => {
    const mailingid = await mailing('With lists');
    const id = await client.mailingBlacklists.create({ name: 'Used' }).orThrow();
    const lists = async () => (await client.mailings.getBlacklists({ mailingid }).orThrow()).map(({ name }) => name);
    expect(await lists()).toEqual([]);
    for (let time = 0; time < 2; time++) await client.mailings.addBlacklist({ mailingid, blacklistid: id }).orThrow();
    await client.mailings.addBlacklist({ mailingid, blacklistid: Number(ids.LIST) }).orThrow();
    expect(await lists()).toEqual(['Competitors', 'Used']);
    await client.mailings.removeBlacklist({ mailingid, blacklistid: Number(ids.LIST) }).orThrow();
    expect(await lists()).toEqual(['Used']);

    const used = await client.mailingBlacklists.delete({ id });
    const message = `Mailing blacklist with id ${id} is used by mailing ${mailingid}, which is draft.`;
    expect(used).toMatchObject({ status: 409, error: { message } });
    await service.db.updateTable('mailing').set({ state: 'done' }).where('id', '=', mailingid).execute();
    await client.mailingBlacklists.delete({ id }).orThrow();
    expect(await lists()).toEqual([]);
  });

  test('expressions are taken or come back with the reason, and keep contacts away from the mailing', async () => {
    const mailingid = await mailing('Kept away');
    const id = await client.mailingBlacklists.create({ name: 'Expressions' }).orThrow();
    await client.mailings.addBlacklist({ mailingid, blacklistid: id }).orThrow();
    const answer = await callRaw(service, {
      method: 'POST',
      path: `/mailingblacklists/${id}/expressions`,
      headers: { 'content-type': 'application/vnd.service.api+xml' },
      body: expressions(
        '*@rival.example',
        '@@',
        'Info@*',
        '*@*.Wide.example',
        'boss@*.corp.example',
        'one@münchen.example',
        '*@*',
        '*@rival.example',
      ),
    });
    expect(answer.status).toBe(201);
    const returned = answer.body.matchAll(/<expression>(.*?)<\/expression><reason>(.*?)<\/reason>/g);
    expect([...returned].map(([, expression, reason]) => [expression, reason])).toEqual([
      ['@@', 'never_matches'],
      ['*@*', 'syntax'],
    ]);
    expect(await client.mailingBlacklists.getExpressions({ id }).orThrow()).toEqual({
      expressions: [
        '*@*.wide.example',
        '*@rival.example',
        'boss@*.corp.example',
        'info@*',
        'one@xn--mnchen-3ya.example',
      ],
    });

    const away = [
      'a@rival.example',
      'INFO@anywhere.example',
      'a@x.wide.example',
      'a@x.y.wide.example',
      'boss@x.corp.example',
      'one@MÜNCHEN.example',
    ];
    const free = [
      'a@sub.rival.example',
      'info2@anywhere.example',
      'a@wide.example',
      'a@xwide.example',
      'boss@corp.example',
      'x@y.corp.example',
      'two@münchen.example',
    ];
    for (const email of [...away, ...free])
      await client.contacts.createByEmail({ email, permission: 5, body: {} }).orThrow();
    const kept = await service.db
      .selectFrom('contact')
      .select('email_folded')
      .where('account_id', '=', service.accountId)
      .where(excludedContacts(service.accountId, mailingid))
      .orderBy('id')
      .execute();
    expect(kept.map(({ email_folded }) => email_folded)).toEqual(
      away.map((email) => email.toLowerCase().replace('münchen', 'xn--mnchen-3ya')),
    );
  });

  test('50,000 expressions in one call', async () => {
    const id = await client.mailingBlacklists.create({ name: 'Many' }).orThrow();
    const texts = Array.from({ length: 50_000 }, (_, i) => (i % 100 === 0 ? `@${i}` : `c${i}@many.example`));
    const filtered = await client.mailingBlacklists.addExpressions({ id, body: { expressions: texts } }).orThrow();
    expect(filtered).toHaveLength(500);
    const stored = service.db.selectFrom('mailing_blacklist_expression').where('mailing_blacklist_id', '=', id);
    const { count } = await stored.select((list) => list.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
    expect(count).toBe(49_500);
  });
});
