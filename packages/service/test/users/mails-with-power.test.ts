import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { generateKey } from '../../src/account/keys/key.ts';
import { insertKey } from '../../src/account/keys/store.ts';
import type { Right } from '../../src/account/tables.ts';
import { usualDatabases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { Browser, linkTokens, mailsOf, signedIn } from '../support/users.ts';

describe.each(usualDatabases())('on $kind', ({ open }) => {
  let service: TestService;
  let administrator: Awaited<ReturnType<typeof signedIn>>;
  beforeAll(async () => {
    service = await startTestService(await open(), undefined, {}, { eventKeys: {} });
    administrator = await signedIn(service, 'administrator');
  });
  afterAll(() => service?.close());

  const keyWith = async (...rights: Right[]) => {
    const key = generateKey();
    await insertKey(service.db, service.accountId, key, { label: '', rights, creator: 'test', expires_at: null });
    return key;
  };
  const byKey = (key: string) => (path: string) =>
    service.fetch(service.origin + path, { headers: { authorization: `Bearer ${key}` } });
  test('the outbox, with links that act for others, is for administrators alone', async () => {
    await new Browser(service).post('/console/forgotten', { email: administrator.email });
    const token = (await linkTokens(service, administrator.email, 2)).at(-1)!;
    const get = (browser: Browser) => (path: string) => browser.get(path);
    const list = await (await get(administrator.browser)('/outbox')).text();
    const name = /\/outbox\/([\w-]+)"/.exec(list)![1]!;
    const paths = ['', `/${name}`, `/${name}/html`, `/${name}/source`].map((part) => `/outbox${part}`);
    const others = ['reader', 'editor', 'sender'] as const;
    const people = await Promise.all(others.map((role) => signedIn(service, role)));
    const keys = [byKey(await keyWith('get')), byKey(await keyWith('get', 'post'))];
    for (const look of [...people.map(({ browser }) => get(browser)), ...keys])
      for (const path of paths) {
        const answer = await look(path);
        expect([path, answer.status]).toEqual([path, 403]);
        expect(await answer.text()).toContain('Only administrators of the account may see this');
      }
    expect((await people[0]!.browser.post('/outbox/clear', {})).status).toBe(403);
    for (const { browser } of people) expect(await (await browser.get('/console')).text()).not.toContain('/outbox');
    expect(await (await administrator.browser.get('/console')).text()).toContain('/outbox');
    const sources = paths.slice(1).map(async (path) => (await get(administrator.browser)(path)).text());
    expect((await Promise.all(sources)).join('\n').replaceAll('=\r\n', '').replaceAll('=\n', '')).toContain(token);
  });

  test('mails to users follow no rules for contacts', async () => {
    const { client } = service;
    const { email } = administrator;
    await client.contacts.createByEmail({ email, permission: 5, body: {} }).orThrow();
    const account_id = service.accountId;
    const list = service.db.insertInto('blacklist').values({ account_id, name: 'Silenced' }).returning('id');
    const { id: blacklist_id } = await list.executeTakeFirstOrThrow();
    await service.db.insertInto('blacklist_entry').values({ account_id, blacklist_id, entry: email }).execute();
    await new Browser(service).post('/console/forgotten', { email });
    await linkTokens(service, email, 3);
    await client.account.setSignOffLimit({ body: { above: 3 } }).orThrow();
    await vi.waitFor(async () => expect((await mailsOf(service, email)).at(-1)!.text).toContain('#sign-off'), 60_000);

    const users = service.db.selectFrom('transactional_mail').select('id').where('email', '=', email);
    const before = await users.execute();
    await client.contacts.deleteByEmail({ email }).orThrow();
    expect(await users.execute(), 'an erasure of the contact leaves them').toEqual(before);
  });
});
