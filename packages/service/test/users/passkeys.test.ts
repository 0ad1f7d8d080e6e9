import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hasChromium, openBrowser } from '../../../../tools/verify/src/browser.ts';
import { hashToken } from '../../src/platform/http/link-token.ts';
import { openMenu, signOut } from '../film/people.ts';
import { addAuthenticator } from '../support/authenticator.ts';
import { databases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { Browser, linkTokens, password } from '../support/users.ts';

const thereIsChromium = hasChromium('passkeys are not tried in a browser.');
const [embedded] = databases();
const pictures = process.env.MAILWRIGHT_PICTURES;

describe.skipIf(!thereIsChromium)('passkeys in Chromium', () => {
  let service: TestService;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  beforeAll(async () => {
    service = await startTestService(await embedded!.open());
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });
  beforeEach(() => service.db.deleteFrom('sign_in_allowance').execute());

  const shows = async (page: Page, name: string) => {
    await page.addScriptTag({ content: axe.source }).catch(() => page.evaluate(axe.source));
    const { violations } = (await page.evaluate('axe.run()')) as { violations: { id: string }[] };
    expect(violations, name).toEqual([]);
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBeLessThanOrEqual(width);
      if (pictures) await page.screenshot({ path: `${pictures}/people-${name}-${width}.png`, fullPage: true });
    }
  };

  test('a person accepts an invitation, adds a passkey, and signs in with it; copies of the answer open nothing', async () => {
    const email = 'ada@example.org';
    const { id } = await service.client.users
      .invite({ body: { email, name: 'Ada Lovelace', role: 'administrator' } })
      .orThrow();
    const [token] = await linkTokens(service, email);
    const context = await browser.newContext({
      ignoreHTTPSErrors: true,
      bypassCSP: true,
      viewport: { width: 1280, height: 900 },
    });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    const { devtools: cdp, authenticatorId } = await addAuthenticator(page);
    await page.goto(`${service.origin}/console/password?token=${token}`);
    await shows(page, 'choose-password');
    await page.getByLabel('New password').fill(password);
    await page.getByRole('button', { name: 'Save the password' }).click();
    await page.goto(`${service.origin}/console`);
    await shows(page, 'sign-in');
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.goto(`${service.origin}/console/people`);
    await shows(page, 'people');
    await page.getByRole('link', { name: 'Ada Lovelace' }).click();
    await shows(page, 'person');
    await page.goto(`${service.origin}/console/profile`);
    await page.getByLabel('Name of the passkey').fill('Laptop');
    await page.locator('#passkey-password').fill(password);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.waitForURL('**/console/profile?done=passkey-added');
    await shows(page, 'profile');
    await page.getByRole('button', { name: 'Set up codes' }).click();
    await shows(page, 'codes');
    await signOut(page);

    await page.waitForURL('**/console');
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/sign-in'));
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    const response = new URLSearchParams((await sent).postData()!).get('response')!;
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await openMenu(page);
    await page.getByRole('link', { name: 'Profile' }).click();
    await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor();
    expect(errors).toEqual([]);

    // The same answer again; one for another origin and for another relying party; a counter that does not grow.
    const thief = new Browser(service);
    const post = (answer: string) => thief.post('/console/sign-in', { response: answer });
    expect((await post(response)).status).toBe(403);
    const answer = JSON.parse(response);
    const clientData = JSON.parse(Buffer.from(answer.response.clientDataJSON, 'base64url').toString());
    const again = async (change: (copy: typeof answer, data: typeof clientData) => unknown) => {
      const copy = structuredClone(answer);
      const data = structuredClone(clientData);
      change(copy, data);
      await service.db
        .insertInto('passkey_challenge')
        .values({ hash: hashToken(data.challenge), purpose: 'sign-in', expires_at: new Date(Date.now() + 60_000) })
        .onConflict((known) => known.doNothing())
        .execute();
      copy.response.clientDataJSON = Buffer.from(JSON.stringify(data)).toString('base64url');
      return (await post(JSON.stringify(copy))).status;
    };
    expect(await again(() => {}), 'a replay whose challenge is valid again: the counter').toBe(403);
    expect(await again((_, data) => Object.assign(data, { origin: 'https://evil.example' }))).toBe(403);
    const authenticatorData = Buffer.from(answer.response.authenticatorData, 'base64url');
    authenticatorData[0]! ^= 1;
    expect(
      await again((copy) =>
        Object.assign(copy.response, { authenticatorData: authenticatorData.toString('base64url') }),
      ),
      'another relying party',
    ).toBe(403);
    expect(
      await again((copy) => Object.assign(copy.response, { userHandle: Buffer.from('1.999').toString('base64url') })),
    ).toBe(403);
    for (const nonsense of ['', '{', 'null', '[]', '{"id":1}', '{"id":"x","response":{}}'])
      expect((await post(nonsense)).status, nonsense).toBe(403);

    // A new sign-in still works; not without a verified user, nor when the user is disabled, nor after removal.
    const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
    expect(credentials).toHaveLength(1);
    await service.client.users.invite({ body: { email: 'b@example.org', name: 'B', role: 'administrator' } }).orThrow();
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.waitForURL('**/console/profile?done=passkey-removed');
    await signOut(page);
    await page.waitForURL('**/console');
    // So many attempts have closed this network for passkeys.
    await service.db.deleteFrom('sign_in_allowance').execute();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText('The passkey is not known').waitFor();
    expect((await service.client.users.listSessions({ userId: id }).orThrow()).length).toBe(0);
  });
});
