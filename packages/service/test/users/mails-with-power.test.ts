import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { generateKey } from '../../src/account/keys/key.ts';
import { insertKey } from '../../src/account/keys/store.ts';
import type { Right } from '../../src/account/tables.ts';
import { type PageOptions, registerPages } from '../../src/app/pages.ts';
import { powerless } from '../../src/pages/outbox/own-links.ts';
import { usualDatabases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { Browser, linkTokens, mailsOf, signedIn } from '../support/users.ts';

/** The paths of all pages, from the router. */
async function pagePaths(): Promise<string[]> {
  const paths: string[] = [];
  const app = Fastify();
  app.addHook('onRoute', ({ url }) => void paths.push(url));
  const options = { outbox: {}, eventKeys: {}, publicUrl: () => '', log: () => {}, certificate: () => '' };
  registerPages(app, options as unknown as PageOptions);
  await app.ready();
  await app.close();
  return [...new Set(paths)].sort();
}

const placeOf = (path: string) => path.split('/')[1]!;
const tokenOf = (at: number) => `AbCdEfGhIjKlMnOpQrSt${at + 100}`;
const withToken = (path: string, at: number) => `https://news.example.com${path.replace(/:\w+|\*/g, tokenOf(at))}`;
const paths = (await pagePaths()).filter((path) => /[:*]/.test(path));

describe.each(usualDatabases())('on $kind', ({ open }) => {
  let service: TestService;
  let administrator: Awaited<ReturnType<typeof signedIn>>;
  let reader: Awaited<ReturnType<typeof signedIn>>;
  beforeAll(async () => {
    service = await startTestService(await open(), undefined, {}, { eventKeys: {} });
    administrator = await signedIn(service, 'administrator');
    reader = await signedIn(service, 'reader');
  });
  afterAll(() => service?.close());

  const keyWith = async (...rights: Right[]) => {
    const key = generateKey();
    await insertKey(service.db, service.accountId, key, { label: '', rights, creator: 'test', expires_at: null });
    return key;
  };
  const byKey = (key: string) => (path: string) =>
    service.fetch(service.origin + path, { headers: { authorization: `Bearer ${key}` } });
  const newestMail = async (look: (path: string) => Promise<Response>) =>
    /\/outbox\/([\w-]+)"/.exec(await (await look('/outbox')).text())![1]!;
  const views = async (look: (path: string) => Promise<Response>, name: string) => {
    const answers = await Promise.all(['', '/html', '/source'].map((part) => look(`/outbox/${name}${part}`)));
    return (await Promise.all(answers.map((answer) => answer.text()))).join('\n').replaceAll('=\n', '');
  };

  describe('the outbox hides from who is no administrator', () => {
    test('a link for a new password', async () => {
      await new Browser(service).post('/console/forgotten', { email: administrator.email });
      const tokens = await linkTokens(service, administrator.email, 2);
      const wanted = tokens.at(-1)!;
      const get = (browser: Browser) => (path: string) => browser.get(path);
      for (const look of [get(reader.browser), byKey(await keyWith('get')), byKey(await keyWith('get', 'post'))]) {
        const name = await newestMail(look);
        const seen = await views(look, name);
        expect(seen).toContain('/console/…');
        expect(seen).not.toContain(wanted);
        expect((await look(`/outbox/${name}/source`)).status).toBe(403);
      }
      const look = get(administrator.browser);
      expect(await views(look, await newestMail(look))).toContain(wanted);
    });

    test('addresses with a token below any page', async () => {
      const folder = join(service.outboxDirectory, String(service.accountId));
      mkdirSync(folder, { recursive: true });
      const name = '20310110T100000000Z-0123abcd-1';
      const links = paths.map((path, at) => ({ place: placeOf(path), token: tokenOf(at), link: withToken(path, at) }));
      const head = links.map(({ link }) => `X-Link: <${link}>`).join('\r\n');
      const html = links.map(({ link }) => `<a href="${link}">Go</a> ${link}`).join('\r\n');
      writeFileSync(join(folder, `${name}.eml`), `Subject: One\r\n${head}\r\nContent-Type: text/html\r\n\r\n${html}`);
      const seen = await views(byKey(await keyWith('get')), name);
      const shown = links.filter(({ token }) => seen.includes(token)).map(({ place }) => place);
      expect(new Set(shown)).toEqual(new Set(Object.keys(powerless)));
      const all = await views(byKey(service.key), name);
      for (const { token } of links) expect(all).toContain(token);
    });
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
