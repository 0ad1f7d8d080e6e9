import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { totpSecret } from '../../src/account/secrets/columns.ts';
import { totpCode, totpStep } from '../../src/account/users/totp.ts';
import { readTrust } from '../../src/platform/http/trusted-proxy.ts';
import { secretsOf } from '../../src/platform/secrets/box.ts';
import { usualDatabases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { Browser, linkTokens, mailsOf, password, signedIn } from '../support/users.ts';

describe.each(usualDatabases())('codes of an authenticator app on $kind', ({ open }) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(await open(), undefined, {}, { trustsHop: readTrust('127.0.0.0/8, ::1') });
  });
  afterAll(() => service?.close());
  beforeEach(() => service.db.deleteFrom('sign_in_allowance').execute());

  const secretOf = async (id: number) => {
    const user = service.db.selectFrom('account_user').select('totp_secret').where('id', '=', id);
    const { totp_secret } = await user.executeTakeFirstOrThrow();
    return secretsOf(service.db).open(totpSecret, { account: service.accountId, row: id }, totp_secret!);
  };
  const now = () => totpStep(Date.now());

  /** Somebody who has turned codes on with the code of this interval. */
  async function withCodes() {
    const person = await signedIn(service, 'reader');
    const page = await (await person.browser.submit('/console/profile/codes')).text();
    expect(page).toContain('data:image/svg+xml,%3Csvg');
    const secret = await secretOf(person.id);
    const code = totpCode(secret, now());
    const done = await (await person.browser.submit('/console/profile/codes/confirm', { code, password })).text();
    const codes = Array.from(done.matchAll(/<li><code>([a-z0-9-]{14})<\/code>/g), ([, each]) => each!);
    expect(codes).toHaveLength(10);
    return { ...person, secret, codes, used: code };
  }
  const stepOf = async (answer: Response) => /name="step" value="([^"]+)"/.exec(await answer.text())?.[1] ?? '';

  test('a password alone opens nothing any more, and each code is taken once', async () => {
    const { email, secret, used, id } = await withCodes();
    const browser = new Browser(service);
    const step = await stepOf(await browser.signIn(email));
    expect(browser.cookie).toBe('');
    expect((await browser.get('/console/profile')).status).toBe(401);
    // The step is no session, and no link for a password.
    browser.cookie = `__Host-mailwright=${step}`;
    expect((await browser.get('/console/profile')).status).toBe(401);
    browser.cookie = '';
    expect((await browser.get(`/console/password?token=${step}`)).status).toBe(404);
    const enter = (code: string, token = step) => browser.post('/console/sign-in', { step: token, code });
    for (const code of ['000000', '', used]) expect((await enter(code)).status, code).toBe(403);
    expect((await enter(totpCode(secret, now() + 2))).status, 'a code of the future').toBe(403);
    // As if an interval had passed.
    await service.db
      .updateTable('account_user')
      .set({ totp_step: now() - 1 })
      .where('id', '=', id)
      .execute();
    const code = totpCode(secret, now());
    expect((await enter(code)).status).toBe(303);
    expect((await browser.get('/console/profile')).status).toBe(200);
    // Neither the step nor the code opens a second session.
    expect((await enter(totpCode(secret, now()))).status).toBe(403);
    const again = await stepOf(await new Browser(service).signIn(email));
    expect((await enter(code, again)).status).toBe(403);
    expect(await service.client.users.list().orThrow()).toContainEqual(
      expect.objectContaining({ id, second_factor: true }),
    );
  });

  test('a recovery code works once, in any case', async () => {
    const { email, codes } = await withCodes();
    for (const [code, status] of [
      [codes[0]!.toUpperCase(), 303],
      [codes[0]!, 403],
      [codes[1]!, 303],
    ] as const) {
      const browser = new Browser(service);
      const step = await stepOf(await browser.signIn(email));
      expect((await browser.post('/console/sign-in', { step, code })).status).toBe(status);
    }
    const rows = await service.db.selectFrom('user_recovery_code').select('hash').execute();
    expect(rows.map(({ hash }) => Buffer.from(hash).toString()).join()).not.toContain(codes[2]);
  });

  test('a new password by mail does not turn codes off', async () => {
    const { email } = await withCodes();
    const browser = new Browser(service);
    await browser.post('/console/forgotten', { email });
    for (const token of await linkTokens(service, email, 2))
      await browser.post('/console/password', { token, password });
    expect(await stepOf(await browser.signIn(email))).not.toBe('');
    expect(browser.cookie).toBe('');
  });

  test('an open session changes nothing without the password', async () => {
    const { browser } = await withCodes();
    const refused = await browser.submit('/console/profile/codes/remove', { password: 'wrong' });
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('The password is wrong')]);
    await browser.submit('/console/profile/codes');
    expect(await (await browser.get('/console/profile')).text()).toContain('10 recovery codes left');
    const done = await browser.submit('/console/profile/codes/remove', { password });
    expect(done.headers.get('location')).toBe('/console/profile?done=codes-off');
    expect(await service.db.selectFrom('user_recovery_code').select('hash').execute()).not.toHaveLength(0);
    expect(await (await browser.get('/console/profile')).text()).toContain('Set up codes');
  });

  /** The answer to a code that comes from a network of its own. */
  let networks = 0;
  async function tryCode(step: string, code: string) {
    const from = { 'x-forwarded-for': `2001:db8:0:${(++networks).toString(16)}::1` };
    const answer = await new Browser(service).post('/console/sign-in', { step, code }, from);
    return { status: answer.status, text: await answer.text() };
  }

  test('codes are tried ten times, from whatever network, then not even the right one is taken', async () => {
    const { email, secret } = await withCodes();
    const step = await stepOf(await new Browser(service).signIn(email));
    for (let n = 0; n < 10; n++) expect((await tryCode(step, '000000')).text).toContain('The code is wrong');
    for (let n = 0; n < 2; n++)
      expect((await tryCode(step, totpCode(secret, now()))).text).toContain('Too many attempts for this user');
    const subjects = () => mailsOf(service, email).then((mails) => mails.map(({ subject }) => subject));
    await vi.waitFor(async () => expect(await subjects()).toContain('Too many wrong codes for Demo'), 60_000);
    const warned = (await subjects()).filter((subject) => subject?.includes('wrong codes'));
    expect(warned, 'one mail a day').toHaveLength(1);
  });

  test('right codes use up no attempts', async () => {
    const { email, id, secret } = await withCodes();
    for (let n = 0; n < 12; n++) {
      // The same code again, which is taken once otherwise.
      await service.db.updateTable('account_user').set({ totp_step: null }).where('id', '=', id).execute();
      const step = await stepOf(await new Browser(service).signIn(email));
      expect((await tryCode(step, totpCode(secret, now()))).status).toBe(303);
    }
  });

  test('who has an open session guesses the password ten times, from whatever network', async () => {
    const { browser } = await withCodes();
    const guess = async (n: number) => {
      const page = await (await browser.get('/console/profile')).text();
      const token = /name="token" value="([^"]+)"/.exec(page)![1]!;
      const from = { 'x-forwarded-for': `2001:db8:1:${n.toString(16)}::1` };
      return (await browser.post('/console/profile/codes/remove', { token, password: 'wrong' }, from)).text();
    };
    for (let n = 0; n < 10; n++) expect(await guess(n)).toContain('The password is wrong');
    expect(await guess(10)).toContain('Too many attempts for this user');
  });
});
