import axe from 'axe-core';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hasChromium, openBrowser } from '../../../../tools/verify/src/browser.ts';
import { users } from '../../src/account/index.ts';
import { addAuthenticator } from '../support/authenticator.ts';
import { databases, usualDatabases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { Browser, password } from '../support/users.ts';

const about = {
  name: 'Mary Shelley',
  email: 'mary@geneva.example',
  account: 'Villa Diodati',
  time_zone: 'Europe/Zurich',
};

describe.each(usualDatabases())('the link for the first administrator on $kind', ({ open }) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(await open());
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    for (const table of ['account_user', 'passkey_challenge', 'sign_in_allowance'] as const)
      await service.db.deleteFrom(table).execute();
  });

  const newLink = () => users.insertFirstUserToken(service.db, service.accountId);
  const look = async (token: string) => (await new Browser(service).get(`/console/first?token=${token}`)).status;
  const send = (token: string, fields: Partial<typeof about> = {}) =>
    new Browser(service).post('/console/first', { token, ...about, ...fields });

  test('makes an administrator who signs in, and sets the account up', async () => {
    const token = (await newLink())!;
    expect(await look(token), 'opening it changes nothing').toBe(200);
    const made = await send(token);
    expect(made.status).toBe(303);
    const next = made.headers.get('location')!;
    expect(next).toMatch(/^\/console\/password\?token=[\w.-]+$/);
    const browser = new Browser(service);
    expect(await (await browser.get(next)).text()).toContain('Use a passkey');
    await browser.post('/console/password', { token: next.split('token=')[1]!, password });
    expect((await browser.signIn(about.email)).status).toBe(303);
    expect(await (await browser.get('/console/people')).text()).toContain('Mary Shelley');
    const { name, time_zone } = await service.client.account.getInfo().orThrow();
    expect([name, time_zone]).toEqual(['Villa Diodati', 'Europe/Zurich']);
    const [user] = await service.client.users.list().orThrow();
    expect(user).toMatchObject({ email: about.email, role: 'administrator', state: 'active' });
    expect([await look(token), (await send(token)).status], 'it works once').toEqual([404, 404]);
    expect(await newLink(), 'there is a user now').toBeUndefined();
  });

  test('is stored as a hash, and is in no log', async () => {
    const token = (await newLink())!;
    await look(token);
    await send(token, { email: 'no address' });
    const secret = token.split('.')[1]!;
    const rows = await service.db.selectFrom('passkey_challenge').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(Buffer.from(rows[0]!.hash).includes(secret)).toBe(false);
    expect(service.log.join('\n')).not.toContain(secret);
  });

  test('ends after a day, and when somebody has become a user in another way', async () => {
    const [first, second] = [(await newLink())!, (await newLink())!];
    await service.db
      .updateTable('passkey_challenge')
      .set({ expires_at: sql<Date>`expires_at - interval '24 hours'` })
      .execute();
    expect([await look(first), (await send(second)).status]).toEqual([404, 404]);
    const third = (await newLink())!;
    expect(await look(third)).toBe(200);
    const { id } = await service.client.users
      .invite({ body: { email: 'lord@geneva.example', name: 'George', role: 'reader' } })
      .orThrow();
    expect(await look(third), 'nobody has accepted').toBe(200);
    await service.db.updateTable('account_user').set({ state: 'active' }).where('id', '=', id).execute();
    expect([await look(third), (await send(third)).status]).toEqual([404, 404]);
  });

  test('lets one of two in who use it at once', async () => {
    const token = (await newLink())!;
    const answers = await Promise.all([send(token), send(token, { email: 'percy@geneva.example' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 404]);
    expect(await service.client.users.list().orThrow()).toHaveLength(1);
  });

  test.each([
    ['an address', { email: 'nobody' }, 'This is no email address.'],
    ['a name', { name: ' ' }, 'Enter your name'],
    ['a name of the account', { account: 'x'.repeat(101) }, 'at most 100 characters'],
    ['a time zone', { time_zone: 'Moon/Tycho' }, 'There is no such time zone.'],
  ])('says what is wrong with %s, changes nothing, and stays valid', async (_, fields, message) => {
    const token = (await newLink())!;
    const before = await service.client.account.getInfo().orThrow();
    const answer = await send(token, fields);
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(message)]);
    expect(await service.client.account.getInfo().orThrow()).toEqual(before);
    expect(await service.client.users.list().orThrow()).toEqual([]);
    expect(await look(token)).toBe(200);
  });

  test.each([
    '',
    'x',
    '1',
    `1.${'A'.repeat(22)}`,
    `999999.${'A'.repeat(22)}`,
    '1.😀',
    `1.${'A'.repeat(5000)}`,
    "1.' or 1=1--",
  ])('is not guessed: %s', async (token) => {
    await newLink();
    expect([await look(encodeURIComponent(token)), (await send(token)).status]).toEqual([404, 404]);
  });

  test('is not tried for long', async () => {
    const token = (await newLink())!;
    const answers: string[] = [];
    for (let attempt = 0; attempt < 11; attempt++) answers.push(await (await send(token, { email: 'nobody' })).text());
    expect(answers[9]).toContain('This is no email address.');
    expect(answers[10]).toContain('Too many attempts from this network.');
  });
});

const [embedded] = databases();
const pictures = process.env.MAILWRIGHT_PICTURES;

describe.skipIf(!hasChromium('the first administrator is not made in a browser.'))('in Chromium', () => {
  test('the first administrator needs neither an API key nor a password', async () => {
    const service = await startTestService(await embedded!.open());
    const browser = await openBrowser();
    try {
      const context = await browser.newContext({ ignoreHTTPSErrors: true, bypassCSP: true });
      const page = await context.newPage();
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      await addAuthenticator(page);
      const shows = async (name: string) => {
        await page.evaluate(axe.source);
        const { violations } = (await page.evaluate('axe.run()')) as { violations: { id: string }[] };
        expect.soft(violations, name).toEqual([]);
        for (const width of [1280, 375]) {
          await page.setViewportSize({ width, height: 900 });
          expect.soft(await page.evaluate('document.documentElement.scrollWidth'), name).toBeLessThanOrEqual(width);
          if (pictures) await page.screenshot({ path: `${pictures}/first-${name}-${width}.png`, fullPage: true });
        }
      };
      const token = await users.insertFirstUserToken(service.db, service.accountId);
      await page.goto(`${service.origin}/console/first?token=${token}`);
      await shows('welcome');
      await page.getByLabel('Your name').fill(about.name);
      await page.getByLabel('Your email address').fill(about.email);
      await page.getByLabel('Name of the account').fill(about.account);
      await page.getByLabel('Time zone').selectOption(about.time_zone);
      await page.getByRole('button', { name: 'Go on' }).click();
      await page.getByRole('heading', { name: 'Choose a password' }).waitFor();
      await shows('choose');
      await page.getByRole('button', { name: 'Use a passkey' }).click();
      await page.getByRole('heading', { name: 'Your passkey is ready' }).waitFor();
      await page.getByRole('link', { name: 'Sign in' }).click();
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
      await page.getByRole('heading', { name: 'First steps' }).waitFor();
      await shows('overview');
      for (const path of ['settings', 'delivery']) {
        await page.goto(`${service.origin}/console/${path}`);
        await shows(path);
      }
      await page.getByLabel('From').fill('news@geneva.example');
      await page.getByRole('button', { name: 'Send a test mail' }).click();
      await page.getByText('The mail was stored by the service').waitFor();
      await shows('tested');
      expect(errors).toEqual([]);
    } finally {
      await browser.close();
      await service.close();
    }
  });
});
