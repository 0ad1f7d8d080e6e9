import { createClient } from '@mailwright/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findSessionKey } from '../../src/account/sessions/store.ts';
import { choosePassword } from '../../src/account/users/choose-password.ts';
import { purgeSessionsTask } from '../../src/account/users/purge-task.ts';
import { checkPassword } from '../../src/account/users/sign-in.ts';
import { findUser } from '../../src/account/users/store.ts';
import { insertUserToken, takeToken } from '../../src/account/users/tokens.ts';
import { readName } from '../../src/pages/console/session.ts';
import { readTrust } from '../../src/platform/http/trusted-proxy.ts';
import { usualDatabases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { Browser, linkTokens, password, signedIn } from '../support/users.ts';

describe.each(usualDatabases())('users on $kind', ({ open }) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(await open(), undefined, {}, { trustsHop: readTrust('127.0.0.0/8, ::1') });
  });
  afterAll(() => service?.close());
  beforeEach(() => service.db.deleteFrom('sign_in_allowance').execute());

  /** What a program can do that got hold of the key behind a session. */
  const clientOf = async ({ cookie }: Browser) => {
    const name = readName(cookie.split('=')[1]!)!;
    const apiKey = (await findSessionKey(service.db, name))!;
    return createClient({ baseUrl: `${service.origin}/1.0`, apiKey, fetch: service.fetch });
  };

  test('an invitation works once, its page changes nothing, and another one ends it', async () => {
    const body = { email: 'once@example.org', name: 'Grace', role: 'editor' as const };
    const invited = await service.client.users.invite({ body }).orThrow();
    expect(invited).toMatchObject({ state: 'invited', role: 'editor', second_factor: false });
    const [first] = await linkTokens(service, body.email);
    await service.client.users.invite({ body: { ...body, role: 'reader' } }).orThrow();
    const second = (await linkTokens(service, body.email, 2)).find((token) => token !== first)!;
    const browser = new Browser(service);
    expect((await browser.get(`/console/password?token=${first}`)).status).toBe(404);
    for (const _ of [1, 2]) expect((await browser.get(`/console/password?token=${second}`)).status).toBe(200);
    const weak = await browser.post('/console/password', { token: second, password: 'Password1234' });
    expect([weak.status, await weak.text()]).toEqual([400, expect.stringContaining('common')]);
    expect((await browser.signIn(body.email)).status).toBe(403);
    expect((await browser.post('/console/password', { token: second, password })).status).toBe(200);
    const again = await browser.post('/console/password', { token: second, password: `${password} 2` });
    expect(again.status).toBe(404);
    expect((await browser.signIn(body.email, `${password} 2`)).status).toBe(403);
    expect((await browser.signIn(body.email)).headers.get('location')).toBe('/console');
    const users = await service.client.users.list().orThrow();
    expect(users.find(({ id }) => id === invited.id)).toMatchObject({ state: 'active', role: 'reader' });
    expect((await service.client.users.invite({ body })).status).toBe(409);
  });

  test('of several who use one link at once, one gets the user', async () => {
    const body = { email: 'raced@example.org', name: 'Grace', role: 'reader' as const };
    const { id } = await service.client.users.invite({ body }).orThrow();
    const user = (await findUser(service.db, service.accountId, id))!;
    for (const _ of Array(5)) {
      const token = await insertUserToken(service.db, user, 'invitation');
      const taken = await Promise.all(Array.from({ length: 8 }, () => takeToken(service.db, token, ['invitation'])));
      expect(taken.filter((each) => each !== undefined)).toHaveLength(1);
    }
  });

  test('an invitation expires', async () => {
    await service.client.users.invite({ body: { email: 'late@example.org', name: 'Late', role: 'reader' } }).orThrow();
    const [token] = await linkTokens(service, 'late@example.org');
    await service.db.updateTable('user_token').set({ expires_at: sql<Date>`now()` }).execute();
    const browser = new Browser(service);
    expect((await browser.get(`/console/password?token=${token}`)).status).toBe(404);
    expect((await browser.post('/console/password', { token: token!, password })).status).toBe(404);
    await purgeSessionsTask.run(service.db, new AbortController().signal);
    expect(await service.db.selectFrom('user_token').select('hash').execute()).toEqual([]);
  });

  test.each([
    ['reader', 403, 403, 403],
    ['editor', 201, 403, 403],
    ['sender', 201, 404, 403],
    ['administrator', 201, 404, 409],
  ] as const)('a %s can do what the role allows, by API too', async (role, create, send, invite) => {
    const { browser, id, email } = await signedIn(service, role);
    const client = await clientOf(browser);
    expect(await client.users.getOwn().orThrow()).toMatchObject({ id, email, role });
    expect((await client.mailings.create({ name: `By ${role}`, subject: 'x' })).status).toBe(create);
    expect((await client.mailings.sendNow({ mailingid: 404404404 })).status).toBe(send);
    const escalated = client.users.invite({ body: { email, name: 'Me', role: 'administrator' } });
    expect((await escalated).status).toBe(invite);
    const promoted = await client.users.update({ userId: id, body: { role: 'administrator' } });
    expect(promoted.status).toBe(role === 'administrator' ? 200 : 403);
    if (role === 'editor')
      expect(promoted).toMatchObject({ error: { message: expect.stringContaining('lacks the right "administer"') } });
  });

  test('only a key with all rights manages users', async () => {
    const body = { email: 'escalated@example.org', name: 'X', role: 'administrator' as const };
    const limited = await service.clientWith(['get', 'post', 'put']);
    expect((await limited.users.invite({ body })).status).toBe(403);
    expect((await limited.users.list()).status).toBe(403);
    expect((await service.client.users.getOwn()).status).toBe(403);
  });

  test('the last active administrator can be neither removed nor demoted nor disabled', async () => {
    const others = await service.client.users.list().orThrow();
    const { id } = await signedIn(service, 'administrator');
    for (const user of others.filter(({ role, state }) => role === 'administrator' && state === 'active'))
      await service.client.users.remove({ userId: user.id }).orThrow();
    const { users } = service.client;
    expect((await users.remove({ userId: id })).status).toBe(409);
    expect((await users.update({ userId: id, body: { role: 'sender' } })).status).toBe(409);
    expect((await users.update({ userId: id, body: { state: 'disabled' } })).status).toBe(409);
    const other = await signedIn(service, 'administrator');
    const both = await Promise.all([id, other.id].map((userId) => users.remove({ userId })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('a new role and disabling end the sessions, and their keys', async () => {
    const { browser, id, email } = await signedIn(service, 'sender');
    const client = await clientOf(browser);
    await service.client.users.update({ userId: id, body: { name: 'Ada King' } }).orThrow();
    expect((await browser.get('/console/profile')).status).toBe(200);
    await service.client.users.update({ userId: id, body: { role: 'reader' } }).orThrow();
    expect((await browser.get('/console/profile')).status).toBe(401);
    expect((await client.account.getInfo()).status).toBe(401);
    await browser.signIn(email);
    expect(await service.client.users.listSessions({ userId: id }).orThrow()).toHaveLength(1);
    await service.client.users.update({ userId: id, body: { state: 'disabled' } }).orThrow();
    expect((await browser.get('/console/profile')).status).toBe(401);
    expect((await browser.signIn(email)).status).toBe(403);
  });

  test('a stolen cookie is worth nothing after sign-out, and each sign-in has a new one', async () => {
    const { browser, email } = await signedIn(service, 'reader');
    const thief = new Browser(service);
    thief.cookie = browser.cookie;
    const client = await clientOf(browser);
    expect((await thief.get('/console/profile')).status).toBe(200);
    await browser.submit('/console/sign-out');
    expect((await thief.get('/console/profile')).status).toBe(401);
    expect((await client.account.getInfo()).status).toBe(401);
    // A cookie that an attacker has planted is not the one of the session.
    const victim = new Browser(service);
    victim.cookie = '__Host-mailwright=1.AAAAAAAAAAAAAAAAAAAAAA';
    await victim.signIn(email);
    expect(victim.cookie).not.toContain('AAAAAAAA');
    const before = victim.cookie;
    await victim.signIn(email);
    const old = new Browser(service);
    old.cookie = before;
    expect((await old.get('/console/profile')).status).toBe(401);
  });

  test('people see and end their sessions, and a new password ends them all', async () => {
    const { browser, id, email } = await signedIn(service, 'reader');
    const other = new Browser(service);
    await other.signIn(email);
    const page = await (await browser.get('/console/profile')).text();
    expect(page).toContain('This session');
    const [, session] = /profile\/sessions\/(\d+)\/end/.exec(page)!;
    await browser.submit(`/console/profile/sessions/${session}/end`);
    expect((await other.get('/console/profile')).status).toBe(401);
    const wrong = await browser.submit('/console/profile/password', { current: 'wrong', next: `${password} new` });
    expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('current password is wrong')]);
    await browser.submit('/console/profile/password', { current: password, next: `${password} new` });
    expect((await browser.get('/console/profile')).status).toBe(401);
    expect(await service.client.users.listSessions({ userId: id }).orThrow()).toEqual([]);
    expect((await browser.signIn(email)).status).toBe(403);
    expect((await browser.signIn(email, `${password} new`)).status).toBe(303);
  });

  test('a session of somebody else cannot be ended', async () => {
    const [one, other] = [await signedIn(service, 'reader'), await signedIn(service, 'reader')];
    const { id } = (await service.client.users.listSessions({ userId: other.id }).orThrow())[0]!;
    await one.browser.submit(`/console/profile/sessions/${id}/end`);
    expect((await other.browser.get('/console/profile')).status).toBe(200);
  });

  test('nobody learns which addresses there are', async () => {
    const { email } = await signedIn(service, 'reader');
    const browser = new Browser(service);
    const answers = async (address: string) => {
      const reset = await browser.post('/console/forgotten', { email: address });
      const refused = await browser.signIn(address, 'wrong');
      return [reset.status, await reset.text(), refused.status, (await refused.text()).replaceAll(address, 'ADDRESS')];
    };
    expect(await answers('nobody@example.org')).toEqual(await answers(email));
    expect(await linkTokens(service, email, 2)).toHaveLength(2);
  });

  test('a reset link sets a password once and ends the sessions', async () => {
    const { browser, email } = await signedIn(service, 'reader');
    await new Browser(service).post('/console/forgotten', { email });
    const token = (await linkTokens(service, email, 2)).at(-1)!;
    const tokens = await linkTokens(service, email, 2);
    const statuses = [];
    for (const each of tokens)
      statuses.push((await browser.post('/console/password', { token: each, password: `${password} 3` })).status);
    expect(statuses.sort(), token).toEqual([200, 404]);
    expect((await browser.get('/console/profile')).status).toBe(401);
    expect((await browser.signIn(email, `${password} 3`)).status).toBe(303);
  });

  test('strangers in other networks send three links an hour, and end none of them before one is used', async () => {
    const { email } = await signedIn(service, 'reader');
    for (let n = 0; n < 6; n++)
      await new Browser(service).post('/console/forgotten', { email }, { 'x-forwarded-for': `203.0.113.${n}` });
    const [, first, ...others] = await linkTokens(service, email, 4);
    const statuses = [];
    for (const token of [first!, ...others])
      statuses.push((await new Browser(service).post('/console/password', { token, password })).status);
    expect(statuses).toEqual([200, 404, 404]);
    // Links would have been sent before the mail of this.
    await service.client.users.invite({ body: { email: 'late@example.org', name: 'Late', role: 'reader' } }).orThrow();
    await linkTokens(service, 'late@example.org');
    expect(await linkTokens(service, email)).toHaveLength(4);
  });

  test('wrong passkeys of a stranger do not hold back a passkey of the same network', async () => {
    const sign = async (response: string) => (await new Browser(service).post('/console/sign-in', { response })).text();
    for (let n = 0; n < 12; n++) await sign('{}');
    expect(await sign('{}')).toContain('Too many attempts');
    for (let n = 0; n < 10; n++) expect(await sign('{"id":"known"}')).toContain('The passkey is not known');
    expect(await sign('{"id":"known"}')).toContain('Too many attempts');
  });

  test('after ten attempts an address is closed for this network, also after a restart, and for nobody elsewhere', async () => {
    const { email } = await signedIn(service, 'reader');
    const browser = new Browser(service);
    for (let n = 0; n < 10; n++) expect((await browser.signIn(email, 'wrong')).status).toBe(403);
    const closed = await browser.signIn(email);
    expect([closed.status, await closed.text()]).toEqual([403, expect.stringContaining('Too many attempts')]);
    const keys = (await service.db.selectFrom('sign_in_allowance').select('key').execute()).map(({ key }) => key);
    expect(keys.join()).not.toContain('example');
    // Another address from the same network, and the same address from another one.
    expect(await checkPassword(service.db, { email, password }, '203.0.113.9')).toHaveProperty('user');
    expect((await browser.signIn('other@example.org', 'wrong')).status).toBe(403);
  });

  test('a person of two accounts signs in at each by its password, and both hashes have one salt', async () => {
    const { email } = await signedIn(service, 'reader');
    const first = await service.db
      .selectFrom('account_user')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const account = { name: 'Other', domain: 'other.example' };
    const { id } = await service.db.insertInto('account').values(account).returning('id').executeTakeFirstOrThrow();
    const { name, role } = first;
    const other = { account_id: id, email, email_folded: first.email_folded, name, role, state: 'invited' as const };
    const second = await service.db.insertInto('account_user').values(other).returningAll().executeTakeFirstOrThrow();
    await choosePassword(service.db, await insertUserToken(service.db, second, 'invitation'), `${password} 2`);
    const accountOf = async (password: string) => {
      const result = await checkPassword(service.db, { email, password }, '203.0.113.10');
      return 'user' in result ? result.user.account_id : result;
    };
    expect(await accountOf(password)).toBe(first.account_id);
    expect(await accountOf(`${password} 2`)).toBe(id);
    expect(await accountOf(`${password} 3`)).toEqual({ refused: true });
    const hashes = await service.db
      .selectFrom('account_user')
      .select('password_hash')
      .where('email', '=', email)
      .execute();
    expect(new Set(hashes.map(({ password_hash }) => password_hash!.split('$')[4])).size).toBe(1);
  });

  test('changes need the token of the session, and no other site', async () => {
    const { browser } = await signedIn(service, 'administrator');
    const fields = { name: 'Eve', email: 'eve@example.org', role: 'administrator' };
    expect((await browser.post('/console/people', fields)).status).toBe(403);
    const foreign = await browser.post('/console/people', fields, { 'sec-fetch-site': 'cross-site' });
    expect(foreign.status).toBe(403);
    const done = await browser.submit('/console/people', fields);
    expect(done.headers.get('location')).toBe('/console/people?done=invited');
    expect(await (await browser.get('/console/people')).text()).toContain('eve@example.org');
  });

  test('the audit log names the user', async () => {
    const { browser, id } = await signedIn(service, 'administrator');
    await browser.submit('/console/people', { name: 'Bob', email: 'bob@example.org', role: 'reader' });
    const acts = await service.db
      .selectFrom('audit_entry')
      .select('action')
      .where('user_id', '=', id)
      .orderBy('id')
      .execute();
    expect(acts.map(({ action }) => action)).toEqual(['choosePassword', 'signIn', 'inviteUser']);
  });

  test('pages are in the language of the user, and before signing in in that of the browser', async () => {
    const { browser, id, email } = await signedIn(service, 'administrator');
    for (const language of ['xx', 'de']) await browser.submit('/console/profile/language', { language });
    expect(await service.client.users.list().orThrow()).toContainEqual(expect.objectContaining({ id, language: 'de' }));
    expect(await (await browser.get('/console/profile')).text()).toContain(
      '<option value="de" selected>Deutsch</option>',
    );
    const page = await (await browser.get('/console/keys')).text();
    expect(page).toContain('<html lang="de">');
    expect(page).toContain('<h1>API-Schlüssel</h1>');
    expect(page).not.toContain('API keys');
    const missing = await browser.get('/console/nowhere');
    expect([missing.status, await missing.text()]).toEqual([404, expect.stringContaining('Es gibt keine Seite')]);

    const read = (language: string) =>
      service.fetch(`${service.origin}/console`, { headers: { 'accept-language': language } });
    expect(await (await read('it, fr-CA;q=0.9')).text()).toMatch(/<html lang="fr">.*<h1>Se connecter<\/h1>/s);
    expect(await (await read('it')).text()).toMatch(/<html lang="en">.*<h1>Sign in<\/h1>/s);
    const refused = await new Browser(service).post(
      '/console/sign-in',
      { key: 'mw_unknown' },
      { 'accept-language': 'es' },
    );
    expect(await refused.text()).toContain('La clave no existe');
    expect((await browser.signIn(email)).status).toBe(303);
  });
});
