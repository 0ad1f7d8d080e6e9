import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateKey } from '../../src/account/keys/key.ts';
import { insertKey } from '../../src/account/keys/store.ts';
import type { Right } from '../../src/account/tables.ts';
import { purgeSessionsTask } from '../../src/account/users/purge-task.ts';
import { databases, usualDatabases } from '../support/database.ts';
import { createSendout } from '../support/sendout.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { sendTracked } from '../support/tracked-mailing.ts';

describe.each(usualDatabases())('the console on $kind', ({ open }) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(await open());
  });
  afterAll(() => service?.close());

  const ask = (path: string, init: RequestInit = {}) =>
    service.fetch(service.origin + path, { redirect: 'manual', ...init });
  const signIn = (key: string, headers: Record<string, string> = {}) =>
    ask('/console/sign-in', { method: 'POST', body: new URLSearchParams({ key }), headers });
  const cookieOf = (answer: Response) => answer.headers.get('set-cookie')!.split(';')[0]!;
  const keyWith = async (...rights: Right[]) => {
    const key = generateKey();
    const about = { label: 'test', rights, creator: 'test', expires_at: null };
    return { key, id: await insertKey(service.db, service.accountId, key, about) };
  };

  /** Signs out as the button does. */
  const signOut = async (cookie: string, headers: Record<string, string> = {}) => {
    const page = await (await ask('/console', { headers: { cookie } })).text();
    const token = /name="token" value="([^"]+)"/.exec(page)![1]!;
    return ask('/console/sign-out', {
      method: 'POST',
      body: new URLSearchParams({ token }),
      headers: { cookie, ...headers },
    });
  };

  test('the address of the service leads to the console; the cookie is for this site alone', async () => {
    const front = await ask('/');
    expect([front.status, front.headers.get('location')]).toEqual([302, '/console']);
    expect(await (await ask('/console')).text()).toContain('API key');
    const answer = await signIn(service.key);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/console']);
    const attributes = 'Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=43200';
    expect(answer.headers.get('set-cookie')).toMatch(new RegExp(`^__Host-mailwright=[\\w.-]+; ${attributes}$`));
    const page = await (await ask('/console', { headers: { cookie: cookieOf(answer) } })).text();
    expect(page).toContain('New subscribers by week');
    expect((await ask('/outbox', { headers: { cookie: cookieOf(answer) } })).status).toBe(200);
    expect((await ask('/outbox')).headers.get('location')).toBe('/console');
  });

  test('a mailing that was stopped stands there with the reason', async () => {
    const people = (await service.client.contacts.list({}).orThrow()).items.map(({ id }) => id);
    const { mailingId } = await sendTracked(service, '<p>x</p>', people);
    const { db, accountId: account_id } = service;
    await db.updateTable('mailing').set({ state: 'paused' }).where('id', '=', mailingId).execute();
    const states = { from_state: 'sending' as const, to_state: 'paused' as const };
    const why = { account_id, mailing_id: mailingId, ...states, actor: 'worker', reason: 'no <tag>' };
    await db.insertInto('mailing_transition').values(why).execute();
    const page = await (await ask('/console', { headers: { cookie: cookieOf(await signIn(service.key)) } })).text();
    expect(page).toMatch(/">Tracked [\w-]+<\/a> is paused: no &lt;tag&gt;/);
    expect((await service.client.account.getStatus().orThrow()).stopped[0]).toMatchObject({
      mailing_id: mailingId,
      state: 'paused',
      reason: 'no <tag>',
    });
  });

  test('a sendout stands there with its progress, and with what its mails wait for', async () => {
    const { db, accountId } = service;
    const mailing = await createSendout(service);
    await db.updateTable('mailing').set({ state: 'paused' }).where('id', '=', mailing).execute();
    await db.insertInto('sendout').values({ account_id: accountId, mailing_id: mailing, recipients: 4 }).execute();
    const states = ['sent', 'failed', 'pending', 'deferred'] as const;
    const rows = states.map((state, index) => ({
      account_id: accountId,
      mailing_id: mailing,
      contact_id: index,
      state,
      reason: state === 'deferred' ? 'connect ECONNREFUSED' : null,
    }));
    await db.insertInto('recipient').values(rows).execute();
    const page = await (await ask('/console', { headers: { cookie: cookieOf(await signIn(service.key)) } })).text();
    expect(page).toContain('max="4" value="2"></progress><span class="soft">2 of 4, 1 failed, 1 deferred</span>');
    expect(page).toContain('1 mail was deferred: connect ECONNREFUSED');
    expect(page).toMatch(
      /1 mail of <a href="\/console\/mailings\/\d+">Sendout [^<]*<\/a> could not be handed over yet/,
    );
    await db.deleteFrom('mailing').where('id', '=', mailing).execute();
    expect((await service.client.account.getStatus().orThrow()).sendouts).toEqual([]);
  });

  test('what concerns the service stands there', async () => {
    const { db, accountId: account_id } = service;
    await sql`
      insert into job (account_id, kind, payload, state, due_at)
      values (${account_id}, 'import', '{}', 'dead', now())`.execute(db);
    const page = await (await ask('/console', { headers: { cookie: cookieOf(await signIn(service.key)) } })).text();
    expect(page).toContain('Background work <code>import</code> failed for good once.');
    expect(await service.client.account.getStatus().orThrow()).toMatchObject({
      failed_work: [{ kind: 'import', jobs: 1 }],
      read_only: false,
      stores_mails: true,
      certificate_ends: expect.any(Number),
    });
    await db.deleteFrom('job').where('state', '=', 'dead').execute();
  });

  test('no key, no session', async () => {
    const { key } = await keyWith('post');
    for (const wrong of ['', 'x', key]) {
      const answer = await signIn(wrong);
      expect([answer.status, answer.headers.get('set-cookie')]).toEqual([403, null]);
    }
  });

  test('a session ends with its key and is not to be forged', async () => {
    const { key, id } = await keyWith('get', 'post', 'put', 'delete');
    const cookie = cookieOf(await signIn(key));
    const isIn = async (value: string) => (await ask('/outbox', { headers: { cookie: value } })).status === 200;
    expect(await isIn(cookie)).toBe(true);
    expect(await isIn(`other=1; ${cookie}; x=y`)).toBe(true);
    const [account, token] = cookie.split('=')[1]!.split('.');
    expect(await isIn(`__Host-mailwright=${Number(account) + 1}.${token}`)).toBe(false);
    expect(await isIn(cookie.slice(0, -1) + (cookie.endsWith('A') ? 'Q' : 'A'))).toBe(false);
    await service.db.updateTable('api_key').set({ revoked_at: new Date() }).where('id', '=', id).execute();
    expect(await isIn(cookie)).toBe(false);
  });

  test('a copy of the cookie is worth nothing after signing out; other sessions stay', async () => {
    const isIn = async (value: string) => (await ask('/outbox', { headers: { cookie: value } })).status === 200;
    const [one, other] = [cookieOf(await signIn(service.key)), cookieOf(await signIn(service.key))];
    const out = await signOut(one);
    expect(out.headers.get('set-cookie')).toMatch(/^__Host-mailwright=; .*Max-Age=0$/);
    expect([await isIn(one), await isIn(other)]).toEqual([false, true]);
  });

  test('a session ends after 12 hours, and is deleted then', async () => {
    const isIn = async (value: string) => (await ask('/outbox', { headers: { cookie: value } })).status === 200;
    const sessions = async () => (await service.db.selectFrom('console_session').selectAll().execute()).length;
    await service.db.deleteFrom('console_session').execute();
    const cookie = cookieOf(await signIn(service.key));
    const pass = (hours: number) =>
      service.db
        .updateTable('console_session')
        .set({ expires_at: sql<Date>`expires_at - make_interval(hours => ${hours})` })
        .execute();
    await pass(11);
    await purgeSessionsTask.run(service.db, new AbortController().signal);
    expect([await isIn(cookie), await sessions()]).toEqual([true, 1]);
    await pass(1);
    expect([await isIn(cookie), await sessions()]).toEqual([false, 1]);
    await purgeSessionsTask.run(service.db, new AbortController().signal);
    expect(await sessions()).toBe(0);
  });

  test('a session ends after an hour without requests, which each request puts off', async () => {
    const isIn = async (value: string) => (await ask('/console', { headers: { cookie: value } })).status === 200;
    const cookie = cookieOf(await signIn(service.key));
    const pass = (minutes: number) =>
      service.db
        .updateTable('console_session')
        .set({ seen_at: sql<Date>`seen_at - make_interval(mins => ${minutes})` })
        .execute();
    for (const _ of [1, 2]) {
      await pass(59);
      expect(await isIn(cookie)).toBe(true);
    }
    await pass(60);
    expect(await isIn(cookie)).toBe(false);
  });

  test('another site neither signs anybody in nor out', async () => {
    const other: Record<string, string>[] = [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }];
    for (const headers of other) {
      expect((await signIn(service.key, headers)).status).toBe(403);
      expect((await signOut(cookieOf(await signIn(service.key)), headers)).status).toBe(403);
    }
  });
});

describe('a browser that shows answers of the API', () => {
  const [embedded] = databases();
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(await embedded!.open());
  });
  afterAll(() => service?.close());
  const call = (path: string, init: RequestInit = {}) => {
    const authorization = `Basic ${btoa(`${service.key}:`)}`;
    return service.fetch(`${service.origin}/1.0${path}`, { ...init, headers: { authorization, ...init.headers } });
  };

  test('runs nothing of them, and keeps nothing', async () => {
    const mailingid = await service.client.mailings.create({ name: 'Script', subject: 'x' }).orThrow();
    await service.client.mailings.setHtml({ mailingid, body: '<script>alert(1)</script>' }).orThrow();
    const answers = [
      await call(`/mailings/${mailingid}/contents/html`, { headers: { accept: 'text/html' } }),
      await call('/mailings/999/name'),
      await call('/nothing'),
      await service.fetch(`${service.origin}/1.0/ping`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 404, 401]);
    for (const { headers } of answers) {
      expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
      expect([headers.get('x-content-type-options'), headers.get('cache-control')]).toEqual(['nosniff', 'no-store']);
    }
  });

  test.each<Record<string, string>>([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ])('makes no change for another site: %j', async (headers) => {
    const path = `/mailings?name=Foreign&subject=x`;
    const answer = await call(path, { method: 'POST', headers: headers });
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('pages of other sites')]);
    const made = await service.db.selectFrom('mailing').select('id').where('name', '=', 'Foreign').execute();
    expect(made).toEqual([]);
  });

  test('makes them for a page of our own', async () => {
    const headers = { 'sec-fetch-site': 'same-origin', origin: service.origin };
    expect((await call('/mailings?name=Own&subject=x', { method: 'POST', headers })).status).toBe(201);
  });
});
