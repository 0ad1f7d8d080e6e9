import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hasChromium, openBrowser } from '../../../../tools/verify/src/browser.ts';
import { insertAccount } from '../../src/account/store.ts';
import { openIdProvider } from '../../src/platform/network/openid-provider.ts';
import { usualDatabases } from '../support/database.ts';
import { freePort, registration, startLiar, startProvider } from '../support/openid.ts';
import { startTestService, type TestService } from '../support/service.ts';

const thereIsChromium = hasChromium('single sign-on is not tried in a browser.');
const pictures = process.env.MAILWRIGHT_PICTURES;
const answerPath = '/console/single-sign-on/answer';

/** Cookies of a browser by host; not those of sub-paths. */
class CookieJar {
  readonly #cookies = new Map<string, string>();

  keep(response: Response): Response {
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (value === '' || /max-age=0\b/i.test(line)) this.#cookies.delete(name!);
      else this.#cookies.set(name!, value!);
    }
    return response;
  }

  get header(): string {
    return Array.from(this.#cookies, ([name, value]) => `${name}=${value}`).join('; ');
  }

  get names(): string[] {
    return [...this.#cookies.keys()];
  }
}

/** A browser that goes to the service and to a provider. */
class Traveller {
  readonly #service: TestService;
  readonly jar = new CookieJar();

  constructor(service: TestService) {
    this.#service = service;
  }

  async get(path: string): Promise<Response> {
    const headers = { cookie: this.jar.header };
    return this.jar.keep(await this.#service.fetch(this.#service.origin + path, { redirect: 'manual', headers }));
  }

  async post(path: string, fields: Record<string, string>): Promise<Response> {
    const init = { method: 'POST', body: new URLSearchParams(fields), headers: { cookie: this.jar.header } };
    return this.jar.keep(await this.#service.fetch(this.#service.origin + path, { redirect: 'manual', ...init }));
  }

  /** Begins to sign in; returns the address at the provider. */
  async begin(): Promise<URL> {
    const response = await this.get('/console/single-sign-on');
    expect(response.status).toBe(303);
    return new URL(response.headers.get('location')!);
  }

  /** Signs in at a provider that asks nothing; returns path and query of its answer. */
  async travel(): Promise<string> {
    const jar = new CookieJar();
    let url = await this.begin();
    while (url.origin !== this.#service.origin) {
      const response = jar.keep(await fetch(url, { redirect: 'manual', headers: { cookie: jar.header } }));
      expect(response.status, await response.clone().text()).toBe(303);
      url = new URL(response.headers.get('location')!, url);
    }
    return url.pathname + url.search;
  }
}

describe.each(usualDatabases())('single sign-on at a provider, on $kind', ({ open }) => {
  let service: TestService;
  let provider: Awaited<ReturnType<typeof startProvider>>;
  beforeAll(async () => {
    const port = await freePort();
    const settings = { name: 'Example', issuer: `http://127.0.0.1:${port}`, ...registration };
    service = await startTestService(await open(), undefined, {}, { identityProvider: openIdProvider(settings) });
    provider = await startProvider(port, () => service.origin + answerPath);
  });
  afterAll(async () => {
    await service?.close();
    provider?.close();
  });

  const invite = (email: string) =>
    service.client.users.invite({ body: { email, name: 'Ada Lovelace', role: 'editor' } }).orThrow();
  const comeAs = (subject: string, email: string, verified = true) => {
    provider.people.set(subject, { email, email_verified: verified });
    provider.seen.subject = subject;
    return new Traveller(service);
  };
  const signIn = async (traveller: Traveller) => {
    const response = await traveller.get(await traveller.travel());
    return { status: response.status, text: await response.text() };
  };
  /** Signs in, and accepts the only invitation on the page that names the account. */
  const accept = async (traveller: Traveller) => {
    const { text } = await signIn(traveller);
    const [, choice] = /name="choice" value="([^"]+)"/.exec(text)!;
    return traveller.post('/console/sign-in', { choice: choice! });
  };
  const isSignedIn = async (traveller: Traveller) => (await traveller.get('/console/profile')).status === 200;

  test('an account that demands a second factor leaves it to the provider', async () => {
    await invite('factor@example.org');
    await service.client.account.setSecondFactorDemand({ body: { demanded: true } }).orThrow();
    const browser = comeAs('factor', 'factor@example.org');
    await accept(browser);
    expect(await isSignedIn(browser)).toBe(true);
    await service.client.account.setSecondFactorDemand({ body: { demanded: false } }).orThrow();
  });

  test('an invited person signs in, is active, and stays the same user when its address changes', async () => {
    const { id } = await invite('ada@example.org');
    const browser = comeAs('ada', 'Ada@Example.org');
    expect(await (await browser.get('/console')).text()).toContain('Sign in with Example');
    const invited = await signIn(browser);
    const { name } = await service.client.account.getInfo().orThrow();
    expect(invited).toEqual({ status: 200, text: expect.stringContaining(`Accept the invitation of ${name}`) });
    expect(await isSignedIn(browser), 'before it is accepted').toBe(false);
    const [, choice] = /name="choice" value="([^"]+)"/.exec(invited.text)!;
    await browser.post('/console/sign-in', { choice: choice! });
    expect(await isSignedIn(browser)).toBe(true);
    const again = await comeAs('ada', 'Ada@Example.org').post('/console/sign-in', { choice: choice! });
    expect(again.status, 'a choice works once').toBe(403);
    const entered = await signIn(browser);
    expect(entered).toEqual({ status: 200, text: expect.stringContaining('url=/console') });
    expect(browser.jar.names).toEqual(['__Host-mailwright']);
    expect(await isSignedIn(browser)).toBe(true);
    const users = await service.client.users.list().orThrow();
    expect(users.find((user) => user.id === id)).toMatchObject({ state: 'active' });
    const renamed = comeAs('ada', 'ada.king@example.org');
    await signIn(renamed);
    expect(await isSignedIn(renamed)).toBe(true);
    const acts = await service.db.selectFrom('audit_entry').select('action').where('user_id', '=', id).execute();
    expect(acts.map(({ action }) => action)).toEqual(['signIn', 'signIn', 'signIn']);
  });

  test('signing in again ends the session that the browser had', async () => {
    await invite('again@example.org');
    const browser = comeAs('again', 'again@example.org');
    await accept(browser);
    const headers = { cookie: browser.jar.header };
    const first = () => service.fetch(`${service.origin}/console/profile`, { headers });
    expect((await first()).status).toBe(200);
    await signIn(browser);
    expect([(await first()).status, await isSignedIn(browser)]).toEqual([401, true]);
  });

  test.each([
    ['an address that nobody has invited', 'nobody', 'nobody@example.org', true],
    ['an address that is not verified', 'unverified', 'invited@example.org', false],
    ['another person with the address of a linked user', 'new-owner', 'linked@example.org', true],
    ['no address', 'odd', 'no address', true],
  ])('%s opens nothing', async (_, subject, email, verified) => {
    await invite('invited@example.org');
    if (subject === 'new-owner') {
      await invite(email);
      await accept(comeAs('owner', email));
    }
    const browser = comeAs(subject, email, verified);
    expect(await signIn(browser)).toEqual({ status: 403, text: expect.stringContaining('nobody has invited you') });
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('a person with several accounts is asked which one, and an invitation opens nothing by itself', async () => {
    const email = 'victim@example.org';
    const { id } = await invite(email);
    await accept(comeAs('victim', email));
    const mallory = await insertAccount(service.db, { name: 'Mallory <Ltd>', domain: 'mallory.example' });
    const user = { account_id: mallory, email, email_folded: email, name: 'x', role: 'reader' as const };
    await service.db
      .insertInto('account_user')
      .values({ ...user, state: 'invited' })
      .execute();
    const browser = comeAs('victim', email);
    const { status, text } = await signIn(browser);
    expect(status).toBe(200);
    const { name } = await service.client.account.getInfo().orThrow();
    const buttons = Array.from(text.matchAll(/<button[^>]*>(.*?)<\/button>/g), ([, label]) => label);
    expect(buttons).toEqual([`Continue with ${name}`, 'Accept the invitation of Mallory &lt;Ltd&gt;']);
    expect(browser.jar.names, 'no session yet').toEqual([]);
    const states = () =>
      service.db
        .selectFrom('account_user')
        .select(['account_id', 'state'])
        .where('email_folded', '=', email)
        .orderBy('account_id')
        .execute();
    expect(await states()).toEqual([
      { account_id: service.accountId, state: 'active' },
      { account_id: mallory, state: 'invited' },
    ]);
    const [, choice] = /name="choice" value="([^"]+)"/.exec(text)!;
    await browser.post('/console/sign-in', { choice: choice! });
    expect(await isSignedIn(browser)).toBe(true);
    expect((await states())[1]).toEqual({ account_id: mallory, state: 'invited' });
    await service.client.users.remove({ userId: id }).orThrow();
    await service.db.deleteFrom('account_user').where('account_id', '=', mallory).execute();
  });

  test('a disabled or removed user cannot sign in', async () => {
    const { id } = await invite('gone@example.org');
    const browser = comeAs('gone', 'gone@example.org');
    await accept(browser);
    await service.client.users.update({ userId: id, body: { state: 'disabled' } }).orThrow();
    expect(await isSignedIn(browser)).toBe(false);
    expect((await signIn(comeAs('gone', 'gone@example.org'))).status).toBe(403);
    await service.client.users.remove({ userId: id }).orThrow();
    expect((await signIn(comeAs('gone', 'gone@example.org'))).status).toBe(403);
  });

  describe('an answer of the provider', () => {
    const browserOfEve = () => comeAs('eve', 'eve@example.org');
    beforeAll(async () => {
      await invite('eve@example.org');
      await accept(browserOfEve());
    });

    test('is taken once, from the browser that asked for it', async () => {
      const browser = browserOfEve();
      const answer = await browser.travel();
      const secret = browser.jar.header;
      expect((await new Traveller(service).get(answer)).status, 'without the cookie').toBe(403);
      const other = browserOfEve();
      await other.begin();
      expect((await other.get(answer)).status, 'with the cookie of another attempt').toBe(403);
      expect((await browser.get(answer)).status).toBe(200);
      const thief = new Traveller(service);
      thief.jar.keep(new Response(null, { headers: { 'set-cookie': `${secret}; Path=/` } }));
      expect((await thief.get(answer)).status, 'cookie and code once more').toBe(403);
      await service.db.deleteFrom('passkey_challenge').execute();
      thief.jar.keep(new Response(null, { headers: { 'set-cookie': `${secret}; Path=/` } }));
      expect((await thief.get(answer)).status, 'the provider takes a code once too').toBe(403);
    });

    test.each([
      ['state', () => 'another'],
      ['state', () => ''],
      ['iss', () => 'https://evil.example'],
      ['code', () => 'guessed'],
      ['code', () => ''],
      ['error', () => 'access_denied'],
    ])('with another %s opens nothing', async (name, value) => {
      const browser = browserOfEve();
      const answer = new URL(await browser.travel(), service.origin);
      answer.searchParams.set(name, value());
      expect((await browser.get(answer.pathname + answer.search)).status).toBe(403);
      expect(await isSignedIn(browser)).toBe(false);
    });

    test('of another client uses its own verifier: a stolen code is worth nothing', async () => {
      const victim = browserOfEve();
      const stolen = new URL(await victim.travel(), service.origin).searchParams.get('code')!;
      const thief = browserOfEve();
      const own = new URL(await thief.travel(), service.origin);
      own.searchParams.set('code', stolen);
      expect((await thief.get(own.pathname + own.search)).status).toBe(403);
      expect(await isSignedIn(thief)).toBe(false);
    });

    test('leads to the console, whatever address it names', async () => {
      const browser = browserOfEve();
      const answer = await browser.travel();
      const response = await browser.get(`${answer}&redirect=https://evil.example&next=//evil.example`);
      expect([response.status, response.headers.get('location')]).toEqual([200, null]);
      expect(await response.text()).not.toContain('evil');
    });
  });

  test.skipIf(!thereIsChromium)(
    'a browser comes back with its session, although the provider is another site',
    async () => {
      await invite('grace@example.org');
      comeAs('grace', 'grace@example.org');
      const chrome = await openBrowser();
      const page = await chrome.newPage({ ignoreHTTPSErrors: true });
      await page.goto(`${service.origin}/console`);
      for (const width of pictures ? [375, 1280] : []) {
        await page.setViewportSize({ width, height: 800 });
        await page.screenshot({ path: `${pictures}/single-sign-on-${width}.png`, fullPage: true });
      }
      await page.getByRole('link', { name: 'Sign in with Example' }).click();
      await page.getByRole('button', { name: 'Accept the invitation' }).click();
      await page.waitForURL('**/console');
      await page.getByRole('link', { name: 'Profile' }).click();
      expect(await page.getByText('grace@example.org').count()).toBe(1);
      await chrome.close();
    },
  );

  test('the address at the provider asks for a code with PKCE, state and nonce, for one place', async () => {
    const { searchParams } = await new Traveller(service).begin();
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'mailwright',
      response_type: 'code',
      redirect_uri: service.origin + answerPath,
      scope: 'openid email',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
  });
});

describe('tokens of a provider that lies', () => {
  let service: TestService;
  let liar: Awaited<ReturnType<typeof startLiar>>;
  beforeAll(async () => {
    const port = await freePort();
    const settings = { name: 'Liar', issuer: `http://127.0.0.1:${port}`, ...registration };
    const [usual] = usualDatabases();
    service = await startTestService(
      await usual!.open(),
      undefined,
      {},
      { identityProvider: openIdProvider(settings) },
    );
    await service.client.users
      .invite({ body: { email: 'mallory@example.org', name: 'Mallory', role: 'reader' } })
      .orThrow();
    const unanswered = await service.fetch(`${service.origin}/console/single-sign-on`, { redirect: 'manual' });
    expect([unanswered.status, await unanswered.text()]).toEqual([
      503,
      expect.stringContaining('Liar does not answer'),
    ]);
    liar = await startLiar(port);
  });
  afterAll(async () => {
    await service?.close();
    liar?.close();
  });
  beforeEach(() => Object.assign(liar.said, { claims: {}, foreignKey: false, unsigned: false }));

  const attempt = async () => {
    const browser = new Traveller(service);
    const { searchParams } = await browser.begin();
    liar.said.nonce = searchParams.get('nonce')!;
    const query = new URLSearchParams({ code: 'c', state: searchParams.get('state')!, iss: liar.issuer });
    return (await browser.get(`${answerPath}?${query}`)).status;
  };

  test('a correct one is accepted', async () => {
    expect(await attempt()).toBe(200);
  });

  test('a handshake counts once, also at a provider that takes a code twice', async () => {
    const browser = new Traveller(service);
    const { searchParams } = await browser.begin();
    liar.said.nonce = searchParams.get('nonce')!;
    const query = new URLSearchParams({ code: 'c', state: searchParams.get('state')!, iss: liar.issuer });
    const headers = { cookie: browser.jar.header };
    const answer = () => service.fetch(`${service.origin}${answerPath}?${query}`, { redirect: 'manual', headers });
    expect([(await answer()).status, (await answer()).status]).toEqual([200, 403]);
  });

  const past = Math.floor(Date.now() / 1000) - 3600;
  test.each([
    ['another nonce', { claims: { nonce: 'another' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['another issuer', { claims: { iss: 'https://evil.example' } }],
    ['another audience', { claims: { aud: 'another client' } }],
    ['several audiences without an authorized party', { claims: { aud: ['another client'] } }],
    ['an expired token', { claims: { iat: past - 60, exp: past } }],
    ['no subject', { claims: { sub: undefined } }],
    ['the key of somebody else', { foreignKey: true }],
    ['no signature', { unsigned: true }],
    ['an address that is verified in words only', { claims: { sub: 'x', email_verified: 'true' } }],
    ['an address that is a list', { claims: { sub: 'x', email: ['mallory@example.org'] } }],
  ])('%s opens nothing', async (_, said) => {
    Object.assign(liar.said, said);
    expect(await attempt()).toBe(403);
  });
});
