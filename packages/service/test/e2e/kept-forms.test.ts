import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usualDatabases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { Browser, password, signedIn } from '../support/users.ts';
import { fieldsOf, textOf } from '../truth/row.ts';

describe.each(usualDatabases())('forms whose session has ended, on $kind', ({ open }) => {
  let service: TestService;
  let mailingid: number;
  let edit: string;
  beforeAll(async () => {
    service = await startTestService(await open());
    mailingid = await service.client.mailings.create({ name: 'Kept form', subject: 'First' }).orThrow();
    edit = `/console/mailings/${mailingid}/edit`;
  });
  afterAll(() => service?.close());

  const loseCookie = async (browser: Browser) => {
    browser.cookie = '';
  };
  const subject = () => service.client.mailings.getSubject({ mailingid }).orThrow();
  const keptIn = (html: string) => /name="kept" value="([^"]+)"/.exec(html)?.[1];

  /** Fills in the form of the editor, loses the session, and sends the form. */
  async function sendLate(browser: Browser, lose: (browser: Browser) => Promise<unknown>, typed = 'Typed') {
    const page = await (await browser.get(edit)).text();
    const fields = { ...fieldsOf(page, edit), subject: typed };
    await lose(browser);
    const answer = await browser.upload(edit, Object.entries(fields));
    return { status: answer.status, html: await answer.text() };
  }
  const losses: [string, (browser: Browser) => Promise<unknown>][] = [
    ['the cookie is gone', loseCookie],
    [
      'the session was idle for too long',
      () =>
        service.db
          .updateTable('console_session')
          .set({ seen_at: new Date(0) })
          .execute(),
    ],
    ['the session was ended elsewhere', () => service.db.deleteFrom('console_session').execute()],
    [
      'the key of the session was revoked',
      async () => {
        await service.db
          .updateTable('api_key')
          .set({ revoked_at: new Date() })
          .where('user_id', 'is not', null)
          .execute();
        // Revoking one has the process look up all keys again.
        const { id: keyId } = await service.client.apiKeys
          .create({ body: { label: 'Other', rights: ['get'] } })
          .orThrow();
        await service.client.apiKeys.revoke({ keyId }).orThrow();
      },
    ],
  ];

  test.each(losses)('when %s, the form comes back after signing in, and only then is saved', async (_, lose) => {
    const { browser, email } = await signedIn(service, 'editor');
    const before = await subject();
    const typed = `Typed ${email}`;
    const { status, html } = await sendLate(browser, lose, typed);
    expect([status, textOf(html)]).toEqual([401, expect.stringContaining('Sign in again within an hour')]);
    const kept = keptIn(html)!;
    expect(html).not.toContain(typed);
    const wrong = await browser.post('/console/sign-in', { email, password: 'not the password', kept });
    expect(keptIn(await wrong.text())).toBe(kept);
    const answer = await browser.post('/console/sign-in', { email, password, kept });
    const page = await answer.text();
    expect(textOf(page)).toContain('You have signed in again');
    const shown = fieldsOf(page, edit);
    expect([shown.subject, await subject()]).toEqual([typed, before]);
    const saved = await browser.upload(edit, Object.entries(shown));
    expect([saved.headers.get('location'), await subject()]).toEqual([
      `/console/mailings/${mailingid}?done=saved`,
      typed,
    ]);
  });

  test('nobody else gets the form, whatever the way', async () => {
    const { browser } = await signedIn(service, 'editor');
    const other = await signedIn(service, 'editor');
    const { html } = await sendLate(browser, loseCookie, 'For my eyes');
    const kept = keptIn(html)!;
    const entered = await browser.post('/console/sign-in', { email: other.email, password, kept });
    expect([entered.status, entered.headers.get('location')]).toEqual([303, '/console']);
    const later = await browser.post('/console/kept', { kept });
    expect([later.status, later.headers.get('location')]).toEqual([303, '/console']);
    const withKey = new Browser(service);
    expect((await withKey.post('/console/sign-in', { key: service.key, kept })).headers.get('location')).toBe(
      '/console',
    );
    for (const broken of ['x', kept.slice(1), ''])
      expect((await other.browser.post('/console/kept', { kept: broken })).headers.get('location')).toBe('/console');
  });

  test('a form of an earlier session is shown again to its sender, and refused for others', async () => {
    const { browser, email } = await signedIn(service, 'editor');
    const fields = fieldsOf(await (await browser.get(edit)).text(), edit);
    await browser.signIn(email);
    const before = await subject();
    const again = await browser.upload(edit, Object.entries({ ...fields, subject: 'Of before' }));
    const page = await again.text();
    expect([fieldsOf(page, edit).subject, await subject()]).toEqual(['Of before', before]);
    const other = await signedIn(service, 'editor');
    expect((await other.browser.upload(edit, Object.entries(fields))).status).toBe(403);
    const forged = { ...fields, token: fields.token!.replace(/\.u\d+\./, '.u1.') };
    expect((await browser.upload(edit, Object.entries(forged))).status).toBe(403);
    browser.cookie = '';
    expect((await browser.upload(edit, Object.entries(forged))).status).toBe(403);
  });

  test('a holder of a key gets the form again too; buttons without a text do nothing', async () => {
    const browser = new Browser(service);
    await browser.post('/console/sign-in', { key: service.key });
    const { html } = await sendLate(browser, loseCookie, 'By key');
    const page = await (await browser.post('/console/sign-in', { key: service.key, kept: keptIn(html)! })).text();
    expect(fieldsOf(page, edit).subject).toBe('By key');
    browser.cookie = '';
    const pressed = await browser.post(`/console/mailings/${mailingid}/send`, {});
    expect([pressed.status, pressed.headers.get('location')]).toEqual([303, '/console']);
  });

  /** A form of each route that keeps its form: its page, what is typed into which field, and where it is sent if not to its page. */
  const forms: [page: string, field: string, typed: string, action?: string][] = [
    ['/console/contacts/new', 'email', 'kept@example.org'],
    ['/console/segments/new', 'name', 'Kept segment'],
    ['/console/suppression', 'entries', 'kept@blocked.example'],
    ['/console/mailings/new', 'name', 'Kept mailing'],
    ['/console/mailings/automatic', 'alias', 'Kept sender'],
    ['/console/automation/new', 'name', 'Kept program'],
    ['/console/forms/new', 'consent', 'Kept consent'],
    ['/console/webhooks/new', 'url', 'https://kept.example.com/hook'],
    ['/console/settings', 'name', 'Kept account', '/console/settings/account'],
    ['/console/settings', 'above', '77', '/console/settings/sign-off'],
    ['/console/settings', 'value', 'Kept text', '/console/settings/placeholders'],
    ['/console/settings', 'name', 'Kept brand', '/console/settings/branding'],
  ];

  test('each form in which people write comes back with what was typed, and has changed nothing', async () => {
    const { browser, email } = await signedIn(service, 'administrator');
    const acts = async () => {
      const { count } = await service.db
        .selectFrom('audit_entry')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('action', '<>', 'signIn')
        .executeTakeFirstOrThrow();
      return Number(count);
    };
    for (const [page, field, typed, action = page] of forms) {
      const shown = fieldsOf(await (await browser.get(page)).text(), action);
      const fields: Record<string, string> = { ...shown, [field]: typed };
      const choices = {
        'field-0': 'CITY',
        'operator-0': 'EQUALS',
        'value-0': 'x',
        'kind-0': 'end',
        'event-bounce': 'yes',
      };
      const others = { subject: 'Kept', sender: 'news@example.com', key: 'KEPT' };
      await loseCookie(browser);
      const before = await acts();
      const late = await browser.post(action, { token: fields.token!, ...others, ...choices, ...fields });
      expect(late.status, action).toBe(401);
      const kept = keptIn(await late.text())!;
      const again = await browser.post('/console/sign-in', { email, password, kept });
      expect([again.status, await acts()], action).toEqual([400, before]);
      expect(fieldsOf(await again.text(), action, typed)[field], action).toBe(typed);
    }
  });

  test('what is too large to go along says so', async () => {
    const { browser } = await signedIn(service, 'editor');
    const noise = Array.from({ length: 80_000 }, (_, at) => Math.sin(at).toString(36)).join('');
    const page = await (await browser.get(edit)).text();
    browser.cookie = '';
    const answer = await browser.upload(edit, Object.entries({ ...fieldsOf(page, edit), html: noise }));
    expect([answer.status, textOf(await answer.text())]).toEqual([
      401,
      expect.stringContaining('too large to go along'),
    ]);
  });
});
