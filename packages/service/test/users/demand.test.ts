import { createClient } from '@mailwright/client';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { routes } from '../../../console/src/pages/routes.ts';
import { totpSecret } from '../../src/account/secrets/columns.ts';
import { findSessionKey } from '../../src/account/sessions/store.ts';
import type { Role } from '../../src/account/tables.ts';
import { openUserSession } from '../../src/account/users/sessions.ts';
import { findUser } from '../../src/account/users/store.ts';
import { totpCode, totpStep } from '../../src/account/users/totp.ts';
import { readName } from '../../src/pages/console/session.ts';
import { secretsOf } from '../../src/platform/secrets/box.ts';
import { administer } from '../support/administration.ts';
import { usualDatabases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { Browser, mailsOf, password, signedIn } from '../support/users.ts';

const setUp = '/console/profile/second-factor';
const roles: Role[] = ['reader', 'editor', 'sender', 'administrator'];

/** Pages and forms of the console that set up no factor, with numbers in their paths. */
const closed = routes
  .filter(({ setsUp }) => !setsUp)
  .map(({ method, pattern }) => ({
    method,
    path: pattern.source
      .slice(1, -1)
      .replaceAll(/\(\?<\w+>[^)]*\)/g, '1')
      .replaceAll('\\', ''),
  }));

describe.each(usualDatabases())('an account that demands a second factor, on $kind', ({ open }) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(await open());
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    await service.db.deleteFrom('sign_in_allowance').execute();
    await demand(false);
  });

  const demand = (demanded: boolean) => service.client.account.setSecondFactorDemand({ body: { demanded } }).orThrow();
  const keyOf = async ({ cookie }: Browser) =>
    (await findSessionKey(service.db, readName(cookie.slice(cookie.indexOf('=') + 1))!))!;
  const apiOf = async (browser: Browser) =>
    createClient({ baseUrl: `${service.origin}/1.0`, apiKey: await keyOf(browser), fetch: service.fetch });
  const placeOf = async (answer: Promise<Response>) => {
    const { status, headers } = await answer;
    return status === 303 ? headers.get('location') : status;
  };

  const addPasskey = (user_id: number, name = 'first') =>
    service.db
      .insertInto('user_passkey')
      .values({
        account_id: service.accountId,
        ...{
          user_id,
          credential_id: `credential-${user_id}-${name}`,
          public_key: Buffer.of(1),
          counter: 0,
          name: 'Phone',
        },
      })
      .execute();
  /** Sets up codes with the pages, as people do who have no JavaScript. */
  async function addCodes({ browser, id }: { browser: Browser; id: number }, from?: string) {
    expect((await browser.submit('/console/profile/codes', {}, from)).status).toBe(200);
    const user = (await findUser(service.db, service.accountId, id))!;
    const secret = secretsOf(service.db).open(totpSecret, { account: service.accountId, row: id }, user.totp_secret!);
    const code = totpCode(secret, totpStep(Date.now()));
    const done = await browser.submit('/console/profile/codes/confirm', { code, password }, from);
    expect(await done.text()).toContain('Recovery codes');
  }

  const factors = {
    none: async () => {},
    codes: (person: { browser: Browser; id: number }) => addCodes(person),
    passkey: ({ id }: { id: number }) => addPasskey(id),
  };
  const ways = {
    'a password': async ({ browser }: { browser: Browser }) => browser,
    'the provider': async ({ id }: { id: number }) => {
      const user = (await findUser(service.db, service.accountId, id))!;
      const { accountId, token } = await openUserSession(service.db, user, '127.0.0.1', true);
      const browser = new Browser(service);
      browser.cookie = `__Host-mailwright=${accountId}.${token}`;
      return browser;
    },
  };
  const rows = roles.flatMap((role) =>
    (['none', 'codes', 'passkey'] as const).flatMap((factor) =>
      (['a password', 'the provider'] as const).map((way) => ({
        role,
        factor,
        way,
        wanted: factor === 'none' && way === 'a password' ? 'led to the set-up' : 'let in',
      })),
    ),
  );

  test.each(rows)(
    '$role with the factor $factor who came by $way is $wanted',
    async ({ role, factor, way, wanted }) => {
      const person = await signedIn(service, role);
      await factors[factor](person);
      const browser = await ways[way](person);
      const api = await apiOf(browser);
      expect((await api.account.getInfo()).status, 'before').toBe(200);
      await demand(true);
      const places = ['/console', '/console/contacts', '/console/profile', setUp, '/outbox'];
      const seen = await Promise.all(places.map((path) => placeOf(browser.get(path))));
      const statuses = [(await api.account.getInfo()).status, (await api.users.getOwn()).status];
      if (wanted === 'let in')
        expect([seen, statuses]).toEqual([
          [200, 200, 200, '/console/profile', role === 'administrator' ? 200 : 403],
          [200, 200],
        ]);
      else
        expect([seen, statuses]).toEqual([
          [setUp, setUp, setUp, 200, '/console'],
          [401, 401],
        ]);
    },
  );

  test('no other page or form of the console answers, until codes are set up', async () => {
    const person = await signedIn(service, 'administrator');
    const { browser } = person;
    await demand(true);
    for (const { method, path } of closed) {
      const answer = method === 'GET' ? browser.get(path) : browser.post(path, {});
      expect(await placeOf(answer), `${method} ${path}`).toBe(setUp);
    }
    const page = await (await browser.get(setUp)).text();
    expect(page).toContain('demands two-factor authentication');
    expect(page).not.toContain('<nav');
    await addCodes(person, setUp);
    expect((await browser.get('/console/contacts')).status).toBe(200);
    const refused = await browser.submit('/console/profile/codes/remove', { password });
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining('Add a passkey before you turn codes off'),
    ]);
    await addPasskey(person.id);
    const done = await browser.submit('/console/profile/codes/remove', { password });
    expect(done.headers.get('location')).toBe('/console/profile?done=codes-off');
  });

  test('the last passkey stays, unless codes are on or nothing is demanded', async () => {
    const person = await signedIn(service, 'editor');
    const { browser, id } = person;
    await addPasskey(id);
    await addPasskey(id, 'second');
    await demand(true);
    const passkeys = () =>
      service.db.selectFrom('user_passkey').select('id').where('user_id', '=', id).orderBy('id').execute();
    const [first, second] = await passkeys();
    const remove = ({ id: passkey }: { id: number }) =>
      browser.submit(`/console/profile/passkeys/${passkey}/remove`, {});
    // Of two at once, one stays.
    const answers = await Promise.all([remove(first!), remove(second!)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 400]);
    const refused = answers.find(({ status }) => status === 400)!;
    expect(await refused.text()).toContain('Add another passkey or set up codes before you remove this one');
    const left = await passkeys();
    expect(left).toHaveLength(1);
    await addCodes(person);
    expect((await remove(left[0]!)).headers.get('location')).toBe('/console/profile?done=passkey-removed');
    await addPasskey(id);
    await demand(false);
    const [last] = await passkeys();
    await remove(last!);
    expect(await passkeys()).toEqual([]);
  });

  test('who is invited is led to the set-up, and a password alone is not enough beside a passkey', async () => {
    await demand(true);
    const { browser, email, id } = await signedIn(service, 'editor');
    expect(await placeOf(browser.get('/console'))).toBe(setUp);
    await addPasskey(id);
    const other = new Browser(service);
    const answer = await other.signIn(email);
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('sign in with your passkey')]);
    expect(other.cookie).toBe('');
  });

  test('administrators change it, and all of them get a mail; the operator can end it', async () => {
    const administrator = await signedIn(service, 'administrator');
    for (const role of ['reader', 'editor', 'sender'] as const) {
      const api = await apiOf((await signedIn(service, role)).browser);
      expect((await api.account.setSecondFactorDemand({ body: { demanded: true } })).status, role).toBe(403);
    }
    const { browser, email } = administrator;
    await browser.submit('/console/settings/second-factor', { demanded: 'yes' });
    expect(await placeOf(browser.get('/console/settings'))).toBe(setUp);
    expect(await service.client.account.getInfo().orThrow()).toMatchObject({ demands_second_factor: true });
    await service.db.transaction().execute((db) => administer(db).demandSecondFactor({ demanded: false }));
    await vi.waitFor(async () => expect((await browser.get('/console/settings')).status).toBe(200));
    expect(await service.client.account.getInfo().orThrow()).not.toHaveProperty('demands_second_factor');
    await service.client.account.setSecondFactorDemand({ body: { demanded: true } }).orThrow();
    await vi.waitFor(async () => {
      const texts = (await mailsOf(service, email)).map(({ text }) => text ?? '');
      expect(texts.join()).toContain('Ada Lovelace demands two-factor authentication of everybody');
      expect(texts.join()).toContain('Whoever runs this server does not demand two-factor authentication');
    });
    const acts = service.db.selectFrom('audit_entry').select('id').where('action', '=', 'setSecondFactorDemand');
    expect(await acts.execute()).not.toHaveLength(0);
  });
});
