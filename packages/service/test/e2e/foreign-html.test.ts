import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { createConsole, memorySessions } from '@mailwright/console';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';

/**
 * HTML of mails that others have published, from packages of the npm registry: 11 templates of Foundation for Emails with its
 * own elements, and the template of Lee Munro with and without inlined styles.
 */
const require = createRequire(import.meta.url);
const folder = (name: string) => dirname(require.resolve(`${name}/package.json`));
const packages = { 'foundation-emails': 'templates/*.html', 'responsive-html-email-template': 'email*.html' };
const files = Object.entries(packages).flatMap(([from, pattern]) =>
  globSync(pattern, { cwd: folder(from) }).map(
    (file) => [from, basename(file), readFileSync(join(folder(from), file))] as const,
  ),
);

const [embedded] = databases();
const withoutReturns = (text: string) => text.replaceAll('\r\n', '\n').trimEnd();

describe('HTML of others, uploaded at the console', () => {
  let service: TestService;
  let smtp: SmtpSink;
  let cookie: string;
  let token: string;
  const handle = createConsole({
    apiUrl: () => `${service.origin}/1.0`,
    sessions: memorySessions(async () => true),
    fetchFor: () => service.fetch,
  });
  const ask = (path: string, init: RequestInit = {}) =>
    handle(new Request(`https://console.example/console${path}`, { ...init, headers: { cookie } }), { address: '::1' });
  const post = async (path: string, fields: Record<string, string | File>) => {
    // Only forms with files are in parts.
    const hasFile = Object.values(fields).some((value) => value instanceof File);
    const body = hasFile ? new FormData() : new URLSearchParams();
    for (const [name, value] of Object.entries({ token, ...fields })) body.set(name, value as string);
    const answer = await ask(path, { method: 'POST', body });
    expect(answer.status, await answer.clone().text()).toBe(303);
    return answer.headers.get('location')!.replace('/console', '');
  };

  beforeAll(async () => {
    smtp = await startSmtpSink();
    service = await startTestService(await embedded!.open(), smtp.url);
    cookie = '';
    token = '';
    const body = new URLSearchParams({ key: service.key });
    const signedIn = await handle(new Request('https://console.example/console/sign-in', { method: 'POST', body }), {
      address: '::1',
    });
    cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!;
    token = /name="token" value="([^"]+)"/.exec(await (await ask('')).text())![1]!;
  });
  afterAll(async () => {
    await service?.close();
    await smtp?.close();
  });

  test('there are at least ten', () => expect(files.length).toBeGreaterThanOrEqual(10));

  test.each(files)(
    '%s/%s is stored byte for byte, stays so when it is saved again, and is what is sent',
    async (...of) => {
      const [from, name, bytes] = of;
      const [title, email] = [`${from} ${name}`, `${name}@${from}.example`];
      const edit = await post('/mailings/new', { name: title, subject: title });
      const mailingid = Number(edit.split('/')[2]);
      const envelope = { name: title, subject: title, sender: 'news@example.com', text: '' };
      const stored = async () => {
        const path = `${service.origin}/1.0/mailings/${mailingid}/contents/html`;
        const headers = { authorization: `Basic ${Buffer.from(`${service.key}:`).toString('base64')}`, accept: '*/*' };
        const answer = await service.fetch(new Request(path, { headers }));
        return Buffer.from(await answer.arrayBuffer());
      };
      await post(edit, { ...envelope, html: '', file: new File([bytes], name, { type: 'text/html' }) });
      expect((await stored()).equals(bytes)).toBe(true);
      // As browsers send the text of a form.
      const typed = bytes.toString('utf8').replace(/\r?\n/g, '\r\n');
      await post(edit, { ...envelope, subject: 'Changed', html: typed });
      expect((await stored()).equals(bytes)).toBe(true);
      await post(`/mailings/${mailingid}/test`, { email });
      const mail = await smtp.mailTo(email);
      expect(withoutReturns(mail.email.html!)).toBe(withoutReturns(bytes.toString('utf8')));
    },
  );
});
