import { once } from 'node:events';
import { request as httpsRequest } from 'node:https';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usualDatabases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type Browser, signedIn } from '../support/users.ts';

/** Forms of the console as nobody's browser sends them. */

const urlencoded = 'application/x-www-form-urlencoded';
const imports = '/console/imports';
const megabytes = 1024 * 1024;

describe.each(usualDatabases())('hostile forms of the console on $kind', ({ open }) => {
  let service: TestService;
  let browser: Browser;
  let token: string;
  beforeAll(async () => {
    service = await startTestService(await open());
    ({ browser } = await signedIn(service, 'editor'));
    token = /name="token" value="([^"]+)"/.exec(await (await browser.get('/console/profile')).text())![1]!;
  });
  afterAll(() => service?.close());

  const post = (path: string, body: string | ArrayBuffer, headers: Record<string, string> = {}) =>
    service.fetch(service.origin + path, {
      method: 'POST',
      body,
      headers: { 'content-type': urlencoded, cookie: browser.cookie, ...headers },
      redirect: 'manual',
    });

  test('fields are counted before they are read', async () => {
    const answer = await post(imports, `token=${token}&${'a&'.repeat(4 * megabytes)}`);
    expect([answer.status, await answer.text()]).toEqual([413, expect.stringContaining('more than 300 fields')]);
  });

  test('a form is no larger than what its page has', async () => {
    const long = `token=${token}&name=${'x'.repeat(17_000)}`;
    const answer = await post('/console/profile/language', long);
    expect([answer.status, await answer.text()]).toEqual([413, expect.stringContaining('larger than 16,384 bytes')]);
    // A form whose session has ended goes along with signing in.
    expect((await post('/console/sign-in', `kept=${'x'.repeat(517_000)}`)).status).toBe(413);
  });

  test('only pages with files take them', async () => {
    const form = new FormData();
    form.set('token', token);
    const whole = new Response(form);
    const headers = { 'content-type': whole.headers.get('content-type')! };
    const body = await whole.arrayBuffer();
    expect((await post('/console/profile/language', body, headers)).status).toBe(400);
    expect((await post(imports, body, headers)).status).toBe(400);
    expect(await (await post(imports, body, headers)).text()).toContain('Choose a file that is not empty.');
  });

  /** Begins a form and sends no more of it than `head`; returns the answer. */
  async function begin(path: string, head: string, length: number, type = urlencoded) {
    const sent = httpsRequest(service.origin + path, {
      method: 'POST',
      ca: service.cert,
      headers: { 'content-type': type, 'content-length': length, cookie: browser.cookie },
      agent: false,
    });
    sent.on('error', () => {});
    sent.write(head);
    const answer = once(sent, 'response').then(([response]) => response as { statusCode: number });
    // Those that are ended have none.
    answer.catch(() => {});
    return { answer, end: () => sent.destroy() };
  }

  test('a form without the token in front is refused before the rest has come', async () => {
    for (const head of ['token=wrong&a=', `a=1&token=${token}&`, `a=${'x'.repeat(5000)}`]) {
      const { answer, end } = await begin(imports, head, 9 * megabytes);
      expect((await answer).statusCode, head.slice(0, 20)).toBe(403);
      end();
    }
  });

  test('forms under way count for the account, and no more than two files at once', async () => {
    const head = `token=${token}&file=`;
    const length = 9_400_000;
    const first = await Promise.all([1, 2].map(() => begin(imports, head, length)));
    const refused = await Promise.all(Array.from({ length: 46 }, () => begin(imports, head, length)));
    // Which two of them are counted is not said; all others are answered at once.
    const all = [...first, ...refused].map(({ answer }) => answer);
    const answers: { statusCode: number }[] = [];
    await new Promise<void>((resolve) => {
      for (const each of all)
        each.then(
          (one) => answers.push(one) === 46 && resolve(),
          () => {},
        );
    });
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([503]));
    // Bodies of the API have room of their own.
    const body = Buffer.from('email\nada@example.org\n');
    const made = service.client.imports.create({ name: 'a.csv', contentType: 'text/csv', body });
    expect((await made).status).toBe(201);
    for (const { end } of [...first, ...refused]) end();
    // What was counted is free again.
    await expect.poll(async () => (await post(imports, `token=${token}`)).status).not.toBe(503);
  });

  test('pages of other sites send nothing, whether or not the browser says which site it is', async () => {
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: service.origin.replace('https', 'http') },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of foreign) {
      const said = JSON.stringify(headers);
      expect((await post('/console/forgotten', 'email=ada@example.org', headers)).status, said).toBe(403);
      expect((await post('/console/sign-out', `token=${token}`, headers)).status, said).toBe(403);
    }
    const own = { origin: service.origin };
    expect((await post('/console/forgotten', 'email=ada@example.org', own)).status).toBe(200);
  });

  test('the cookies of the console are sent to nobody else', async () => {
    const { email } = await signedIn(service, 'editor');
    const answer = await post('/console/sign-in', `email=${email}&password=tulips+at+7+under+rain`);
    expect(answer.headers.get('set-cookie')).toMatch(
      /^__Host-mailwright=[\w.-]+; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=43200$/,
    );
  });
});
