import { mkdirSync } from 'node:fs';
import { createConsole, memorySessions } from '@mailwright/console';
import { operations } from '@mailwright/server';
import axe from 'axe-core';
import { writeXlsx } from 'hucre/xlsx';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromium as executablePath, hasChromium } from '../support/chromium.ts';
import { databases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { sendTracked } from '../support/tracked-mailing.ts';

if (!hasChromium) console.log(`No ${executablePath}: the console is not tried in a browser.`);

/**
 * The console as people use it, page by page. One long file, because all pages are looked at in the same browser and account.
 */

/** Where pictures of the pages go, for whoever wants to look at them. */
const pictures = process.env.MAILWRIGHT_PICTURES;
const [embedded] = databases();
/** Each width and each scheme once: contrasts do not depend on the width. */
const looks = [
  { width: 375, scheme: 'dark' },
  { width: 1280, scheme: 'light' },
] as const;
const html = `<h1>Spring</h1><p>Hello [[CONTACT|FIRSTNAME|friend]]</p>
<p><a href="https://shop.example.net/spring">See it</a></p><p><a href="[[LINK|UNSUBSCRIBE]]">Unsubscribe</a></p>`;

/** A list as people have it: a title, an empty row, other words, a repeated address and one that is none. */
async function messyWorkbook(name: string): Promise<Buffer<ArrayBuffer>> {
  const rows = [
    ['Kunden 2031'],
    [],
    ['Nachname', 'E-Mail-Adresse', 'Ort', `Größe ${name}`],
    ['Import', `${name}-1@example.com`, `${name}stadt`, 39],
    ['Import', `${name}-2@example.com`, `${name}stadt`, null],
    ['Doppelt', `${name}-1@example.com`, 'Rom', 40],
    ['Falsch', 'keine Adresse', 'Rom', 41],
  ];
  return Buffer.from(await writeXlsx({ sheets: [{ name: 'Kunden', rows }] }));
}

/** Gives the relays what slows mails down, and pauses a mailing. */
async function slowDown(mailing: number): Promise<void> {
  const { db } = service;
  const relay = await db.selectFrom('relay').select('id').where('name', '=', 'default').executeTakeFirstOrThrow();
  const warmUp = { warm_up: [200, 500, 1000], warm_up_day: 2, slowed_share: 0.2 };
  const down = { down_since: new Date(), down_until: new Date(), down_reason: '421 4.3.2 Too busy' };
  await db.updateTable('relay').set(warmUp).execute();
  await db
    .insertInto('relay')
    .values({
      name: 'backup',
      address: 'smtp://backup.example.com',
      rank: 300,
      per_minute: 600,
      per_day: 5000,
      ...down,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const at = new Date();
  const pace = { ceiling: 60, slowed_at: at, tokens: 0, filled_at: at, asked_at: at };
  const reason = '450 4.7.1 Our system has detected an unusual rate of mail from your address';
  await db
    .insertInto('receiver_pace')
    .values(['google', 'post.example'].map((receiver) => ({ ...pace, relay_id: relay.id, receiver, reason })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db.updateTable('mailing').set({ state: 'paused' }).where('id', '=', mailing).execute();
}

let service: TestService;
beforeAll(async () => {
  service = await startTestService(await embedded!.open());
});
afterAll(() => service?.close());

describe('the console apart from the service', () => {
  const requests: { method: string; path: string }[] = [];
  let cookie = '';
  const handle = createConsole({
    apiUrl: () => `${service.origin}/1.0`,
    sessions: memorySessions(async (key) => key === service.key),
    fetchFor: () => (request) => {
      requests.push({ method: request.method, path: new URL(request.url).pathname.replace('/1.0', '') });
      return service.fetch(request);
    },
  });
  const ask = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
    handle(new Request(`https://console.example${path}`, { ...init, headers: { cookie, ...init.headers } }), {
      address: '127.0.0.1',
    });
  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    ask(path, { method: 'POST', body: new URLSearchParams(fields), headers });
  const read = async (path: string) => {
    const answer = await ask(path);
    const text = await answer.text();
    expect(answer.status, `${path}: ${text}`).toBe(200);
    return text;
  };
  /** Posts with the token that the forms of the session have. */
  const change = async (path: string, fields: Record<string, string> = {}) =>
    placeAfter(await post(path, { token: await readFormToken(), ...fields }));
  const readFormToken = async () => /name="token" value="([\w-]+)"/.exec(await read('/console'))![1]!;
  const placeAfter = async (answer: Response) => {
    expect(answer.status, await answer.clone().text()).toBe(303);
    return answer.headers.get('location')!;
  };

  test('lets in who has a key, and takes forms of its own pages only', async () => {
    expect((await ask('/console')).status).toBe(401);
    expect((await post('/console/sign-in', { key: 'wrong' })).status).toBe(403);
    const foreign = { 'sec-fetch-site': 'cross-site' };
    expect((await post('/console/sign-in', { key: service.key }, foreign)).status).toBe(403);
    const signedIn = await post('/console/sign-in', { key: service.key });
    expect(signedIn.headers.get('set-cookie')).toMatch(/; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=43200$/);
    cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!;
    const policy = (await ask('/console')).headers.get('content-security-policy')!;
    expect(policy, 'images are at the service').toContain(`img-src 'self' ${service.origin} data:`);
    expect(policy).not.toContain('unsafe');
    const contact = { email: 'forged@example.com', permission: '1' };
    expect((await post('/console/contacts/new', contact)).status).toBe(403);
    expect((await post('/console/contacts/new', { ...contact, token: 'x'.repeat(43) })).status).toBe(403);
    expect((await service.client.contacts.getByEmail({ email: contact.email })).status).toBe(404);
  });

  test('does its work by operations of the description', async () => {
    const email = 'grace@example.com';
    const person = (await change('/console/contacts/new', { email, permission: '3', 'standard-CITY': '<Rome>' })).split(
      '?',
    )[0]!;
    expect(await read(person)).toContain('&lt;Rome&gt;');
    await change(`${person}/edit`, { email, permission: '3', 'standard-CITY': 'Oslo', external_id: 'g-1' });
    expect(await read('/console/contacts?search=g-1')).toContain(email);
    const blacklist = await service.client.blacklists.create({ name: 'Console' }).orThrow();
    await change(`${person}/block`, { blacklist: String(blacklist) });
    expect(await read('/console/contacts/blocked')).toContain(email);
    await change(`${person}/unsubscribe`);
    const refused = await post(`${person}/erase`, { token: 'x' });
    expect(refused.status).toBe(403);
    await change(`${person}/erase`, { 'confirm-erase': email });
    expect((await ask(person)).status).toBe(404);

    const form = new FormData();
    form.set('token', await readFormToken());
    form.set('file', new File(['email;Ort;Größe\nada@apart.example;Rom;1\nnobody;;'], 'a/b.csv'));
    const imported = await placeAfter(await ask('/console/imports', { method: 'POST', body: form }));
    expect(await read(imported)).toContain('New text field “Größe”');
    const columns = { 'column-0': 'email', 'column-1': 'CITY', 'column-2': 'new:Größe' };
    const missing = await post(`${imported}/start`, { token: await readFormToken(), 'column-0': '' });
    expect([missing.status, await missing.text()]).toEqual([400, expect.stringContaining('has the field email')]);
    await change(`${imported}/start`, { ...columns, permission: '3', existing: 'update', by: 'email' });
    await read('/console/imports');
    await ask(`${imported}/errors.csv`);
    await change(`${imported}/delete`);
    const rules = { 'field-0': 'CITY', 'operator-0': 'EQUALS', 'value-0': 'Rom' };
    const segment = await change('/console/segments/new', { name: 'Apart in Rome', match: 'all', ...rules });
    expect(await read(segment)).toContain('City is Rom');
    const twice = await post('/console/segments/new', {
      ...{ token: await readFormToken(), name: 'Apart in Rome', match: 'all', ...rules },
    });
    expect([twice.status, await twice.text()]).toEqual([400, expect.stringContaining('Apart in Rome')]);
    const filters = (await service.client.contactFilters.list({}).orThrow()).items.map(({ name }) => name);
    expect(
      filters.filter((name) => name === 'Apart in Rome'),
      'no filter stays behind',
    ).toHaveLength(1);
    await read('/console/segments');
    await change(`${segment}/delete`);
    expect((await ask(segment)).status).toBe(404);

    const suppression = '/console/suppression';
    const rival = '*@rival.example';
    await change(suppression, { entries: `ida@apart.example\r\n${rival}`, source: 'by telephone' });
    expect(await read(`${suppression}?email=ida@apart.example&reason=blacklist`)).toContain('by telephone');
    expect(await read(`${suppression}?email=bob@rival.example`)).toContain(rival);
    expect(await read(`${suppression}?email=ida@apart.example&reason=bounce`)).toContain('No suppression matches');
    for (const [path, fields, message] of [
      [suppression, { entries: 'no address' }, 'entries'],
      [suppression, { entries: ' ' }, 'Enter at least one address.'],
      [`${suppression}/remove`, { entry: 'bob@rival.example' }, rival],
    ] as const) {
      const answer = await post(path, { token: await readFormToken(), ...fields });
      expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(message)]);
    }
    expect(await change(`${suppression}/remove`, { entry: rival })).toBe(`${suppression}?done=unsuppressed`);
    expect(await service.client.suppressions.count({ email: 'bob@rival.example' }).orThrow()).toBe(0);
    expect(await service.client.suppressions.count({ email: 'ida@apart.example' }).orThrow()).toBe(1);

    const hook = { url: 'https://shop.example.com/hooks', 'event-bounce': 'yes', active: 'yes' };
    const withFields = { url: hook.url, events: ['doi' as const], standardFields: ['CITY'] };
    const { id: webhookId } = await service.client.webhooks.create({ body: withFields }).orThrow();
    const created = await post('/console/webhooks/new', { token: await readFormToken(), ...hook });
    expect([created.status, await created.text()]).toEqual([
      201,
      expect.stringMatching(/<code>whsec_[\w+/]+=*<\/code>/),
    ]);
    const webhook = `/console/webhooks/${webhookId}`;
    for (const [path, fields, message] of [
      ['/console/webhooks/new', { ...hook, url: 'https://10.0.0.1/' }, 'public host'],
      ['/console/webhooks/new', { url: hook.url }, 'Choose at least one event.'],
      [`${webhook}/edit`, { ...hook, url: 'http://shop.example.com/' }, 'url'],
      [`${webhook}/delete`, { 'confirm-delete': 'no' }, 'Nothing was deleted'],
    ] as const) {
      const answer = await post(path, { token: await readFormToken(), ...fields });
      expect([answer.status, await answer.text()], path).toEqual([400, expect.stringContaining(message)]);
    }
    expect(await read(`${webhook}/edit`)).toMatch(/name="event-doi" value="yes" checked/);
    await change(`${webhook}/edit`, { url: hook.url, 'event-bounce': 'yes' });
    const { created: _, ...changed } = await service.client.webhooks.get({ webhookId }).orThrow();
    expect(changed).toMatchObject({ url: hook.url, events: ['bounce'], active: false, standardFields: ['CITY'] });
    expect(await read(webhook)).toContain('No event has happened yet.');
    await change(`${webhook}/delete`, { 'confirm-delete': 'delete' });
    expect((await ask(webhook)).status).toBe(404);
    expect(await read('/console/webhooks')).toContain(hook.url);

    await change('/console/settings/placeholders', { key: 'IMPRINT', value: 'Example <Ltd>\r\nTown' });
    expect(await read('/console/settings')).toContain('Example &lt;Ltd&gt;\nTown');
    const unnamed = await post('/console/settings/placeholders', { token: await readFormToken(), key: '', value: 'x' });
    expect(unnamed.status).toBe(400);
    await change('/console/settings/placeholders', { key: 'IMPRINT', next: 'delete' });
    expect(await service.client.account.getPlaceholders({}).orThrow()).toEqual([]);

    const brand = new FormData();
    brand.set('token', await readFormToken());
    brand.set('name', 'Garden & Co');
    brand.set('color', '#ffcc00');
    brand.set('logo', new File(['GIF89a-logo'], 'logo.gif'));
    const pale = await ask('/console/settings/branding', { method: 'POST', body: brand });
    expect([pale.status, await pale.text()]).toEqual([
      400,
      expect.stringMatching(/#8f7200 has it.*value="Garden &amp; Co".*value="#ffcc00"/s),
    ]);
    brand.set('color', '#8a1c4a');
    await placeAfter(await ask('/console/settings/branding', { method: 'POST', body: brand }));
    const branding = await service.client.account.getBranding({}).orThrow();
    expect(branding).toMatchObject({ name: 'Garden & Co', logo: expect.any(Number), color: '#8a1c4a' });
    expect(await read('/console/settings')).toContain(`src="${branding.logo_url}"`);
    await change('/console/settings/branding', { name: '', color: '#1f5fbf', 'no-logo': 'yes' });
    expect(await service.client.account.getBranding({}).orThrow()).toMatchObject({ color: '#1f5fbf' });
    expect(await service.client.account.getBranding({}).orThrow()).not.toHaveProperty('logo');

    const picture = new FormData();
    picture.set('token', await readFormToken());
    picture.set('file', new File(['GIF89a-apart'], 'a.gif'));
    await placeAfter(await ask('/console/images', { method: 'POST', body: picture }));
    const [image] = (await service.client.media.listImages({}).orThrow()).items;
    expect(await read('/console/images')).toContain(`<code>${image!.url}</code>`);
    picture.set('as', 'json');
    expect(await (await ask('/console/images', { method: 'POST', body: picture })).json()).toEqual({ url: image!.url });
    picture.set('file', new File(['no image'], 'a.gif'));
    const noImage = await ask('/console/images', { method: 'POST', body: picture });
    expect([noImage.status, await noImage.json()]).toEqual([400, { fault: expect.stringContaining('PNG') }]);

    const consent = 'I want <the> newsletter.';
    const wanted = { name: 'Apart', consent, 'field-CITY': 'required', double_opt_in: 'yes', active: 'yes' };
    const signUp = (await change('/console/forms/new', wanted)).split('?')[0]!;
    expect(await read(signUp)).toMatch(/I want &lt;the&gt; newsletter\.[\s\S]+forms\/[\w-]+\/snippet/);
    const formId = Number(signUp.split('/').at(-1));
    await change(`${signUp}/edit`, { ...wanted, consent: 'Another', 'field-CITY': 'optional' });
    expect(await service.client.signUpForms.get({ formId }).orThrow()).toMatchObject({
      ...{ consent: 'Another', consent_version: 2, fields: [{ name: 'CITY', required: false }], double_opt_in: true },
    });
    const wrong = await post(`${signUp}/edit`, { token: await readFormToken(), ...wanted, thanks_url: 'http://x' });
    expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('thanks_url')]);
    await change(`${signUp}/delete`, { 'confirm-delete': 'delete' });
    expect(await read('/console/forms')).toContain('no sign-up forms');

    const trigger = await service.client.mailings
      .create({ name: 'Hello there', subject: 'x', type: 'trigger' })
      .orThrow();
    const filter = (await service.client.contactFilters.list({ page_size: 1 }).orThrow()).items[0]!.id;
    const steps = {
      ...{ 'kind-0': 'send', 'mailing-0': String(trigger), 'kind-1': 'wait', 'days-1': '2', 'kind-2': '' },
      ...{ 'kind-3': 'branch', 'filter-3': String(filter), 'others-3': 'last', 'kind-4': 'end', 'name-4': 'last' },
    };
    const program = { name: 'Welcome', state: 'draft', start_event: 'DOI_CONFIRMED', ...steps };
    const more = await post('/console/automation/new', { token: await readFormToken(), ...program, next: 'more' });
    expect(await more.text()).toContain('name="kind-9"');
    const drawn = (await change('/console/automation/new', program)).split('?')[0]!;
    expect(await read(drawn)).toMatch(
      /Send “Hello there”[\s\S]+Wait 2 days[\s\S]+otherwise to last[\s\S]+<b>last<\/b>End/,
    );
    await change(`${drawn}/edit`, { ...program, 'kind-1': '' });
    const programId = Number(drawn.split('/').at(-1));
    const changed2 = await service.client.marketingAutomation.get({ programId }).orThrow();
    expect(changed2.steps.map(({ kind }) => kind)).toEqual(['send', 'branch', 'end']);
    const endless = { ...program, 'kind-1': '', 'others-3': 'nowhere' };
    const refusedProgram = await post(`${drawn}/edit`, { token: await readFormToken(), ...endless });
    expect([refusedProgram.status, await refusedProgram.text()]).toEqual([400, expect.stringContaining('nowhere')]);
    expect(await read('/console/automation')).toContain('A confirmed double opt-in');

    const stored = new FormData();
    for (const [name, value] of Object.entries({ token: await readFormToken(), path: 'apart/base', name: 'Base' }))
      stored.set(name, value);
    stored.set('file', new File([html], 'base.html'));
    await placeAfter(await ask('/console/templates', { method: 'POST', body: stored }));
    expect(await read('/console/templates')).toContain('copy=template%3Aapart%2Fbase');
    const begun = { name: 'Begun', subject: 'x', copy: 'template:apart/base' };
    const fromTemplate = (await change('/console/mailings/new', begun)).replace('/edit', '');
    expect(await (await ask(`${fromTemplate}/html`)).text()).toBe(html);
    const lost = { token: await readFormToken(), name: 'Lost', subject: 'x', copy: 'template:apart/none' };
    expect((await post('/console/mailings/new', lost)).status).toBe(400);
    expect(await service.client.mailings.getIdByName({ mailingName: 'Lost' })).toMatchObject({ status: 404 });

    const edit = await change('/console/mailings/new', { name: 'Apart', subject: 'Spring' });
    const own = edit.replace('/edit', '');
    const mailingid = Number(own.split('/').at(-1));
    const group = String(await service.groupId('regular'));
    const contents = { name: 'Apart', subject: 'Spring', preview: '', alias: '', text: '', group };
    await change(edit, { ...contents, sender: 'news@example.com', html });
    expect(await (await ask(`${own}/html`)).text()).toBe(html);
    expect((await ask(`${own}/html`)).headers.get('content-security-policy')).toMatch(/^sandbox; /);
    for (const path of [
      '',
      '/components',
      '/contacts',
      '/contacts/new',
      '/mailings',
      '/mailings?subject=Spr',
      '/mailings/new',
    ])
      await read(`/console${path}`);
    await read(`${own}/edit?scheme=dark`);
    await change(`${own}/checks`);
    await change(`${own}/test`, { email: 'ada.moreau@example.com' });
    await change(`${own}/approval`, { group: String(await service.groupId('test')) });
    expect(await read(own)).toContain('Not answered');
    const written = { name: 'Apart', subject: 'Spring', preview: '', alias: '', text: '', sender: 'news@example.com' };
    const mjml = '<mjml><mj-body><mj-raw>Hi [[CONTACT|FIRSTNAME|friend]]</mj-raw></mj-body></mjml>';
    const shown = await post(`${own}/preview`, { token: await readFormToken(), mjml, scheme: 'dark', contact: '' });
    expect([shown.headers.get('content-security-policy'), await shown.text()]).toEqual([
      ...[expect.stringMatching(/^sandbox; /), expect.stringMatching(/Hi (?!\[)[\s\S]+color-scheme:dark/)],
    ]);
    for (const [given, said] of [
      [{ mjml: 'none' }, 'The MJML cannot be made'],
      [{ html, contact: 'nobody@apart.example' }, 'There is no contact “nobody@apart.example”'],
    ] as const) {
      const answer = await post(`${own}/preview`, { token: await readFormToken(), ...given });
      expect(await answer.text()).toContain(said);
    }
    const faulty = await post(edit, { token: await readFormToken(), ...written, group, mjml: '<mjml><x/></mjml>' });
    expect([faulty.status, await faulty.text()]).toEqual([400, expect.stringContaining('&lt;mjml&gt;&lt;x/&gt;')]);
    await change(edit, { ...written, group, mjml });
    expect(await read(edit)).toContain('name="mjml"');
    await change(edit, { ...written, group, html });
    expect(await (await ask(`${own}/html`)).text()).toBe(html);
    await change(`${own}/schedule`, { date: '2099-01-01', time: '10:00' });
    expect(await read(own)).toContain('2099-01-01 10:00');
    await change(`${own}/unschedule`);
    await change('/console/mailings/new', { name: 'Apart again', subject: '', copy: own.split('/').at(-1)! });
    await read(`${own}/report`);
    const reader = (await service.client.contacts.list({ page_size: 1 }).orThrow()).items[0]!.id;
    const { mailingId: tracked } = await sendTracked(service, html, [reader]);
    const report = `/console/mailings/${tracked}/report`;
    const { reportCounts } = service.client;
    const of = { mailing_id: [tracked] };
    const numbers = {
      delivered: await reportCounts.recipients(of).orThrow(),
      people_who_opened: await reportCounts.uniqueOpens(of).orThrow(),
      opens: await reportCounts.opens(of).orThrow(),
      people_who_clicked: await reportCounts.uniqueClicks(of).orThrow(),
      clicks: await reportCounts.clicks(of).orThrow(),
      bounced: await reportCounts.uniqueBounces(of).orThrow(),
    };
    expect(numbers.delivered).toBe(1);
    const file = await (await ask(`${report}.csv`)).text();
    for (const [name, value] of Object.entries(numbers)) expect(file).toContain(`\r\n${name},${value}\r\n`);
    expect(await read(report)).toContain('Other mailings');
    const plot = await ask(`${report}/opens.svg`);
    expect([plot.headers.get('content-type'), await plot.text()]).toEqual([
      ...['image/svg+xml', expect.stringMatching(/^<svg xmlns=[\s\S]+<\/svg>$/)],
    ]);
    expect(await (await ask(`${report}/clicks.csv`)).text()).toMatch(/^from \([\w/]+\),people_clicks\r\n20/);
    await service.client.mailings.setSubject({ mailingid, body: 'Hi [[CONTACT|FIRSTNAME|you & me]]' }).orThrow();
    expect(await read(`${own}/report`)).toMatch(/Subject: Hi (?!\[)/);
    await slowDown(Number(own.split('/').at(-1)));
    expect(await read('/console/delivery')).toContain('It does not go on because 20% of the mails');
    expect(await read(own)).toContain('google asked for fewer mails over default');
    expect((await ask(`${own}/report.csv`)).headers.get('content-disposition')).toContain('.csv"');

    const keyForm = { label: 'Till', get: 'yes', post: 'yes', expires: '2099-12-31', networks: '127.0.0.0/8, ::1' };
    const once = { token: await readFormToken(), once: 'a-page-that-is-loaded-again', ...keyForm };
    const newKey = /readonly data-copy[^>]*>\n(mw_[\w-]+)</.exec(await (await post('/console/keys', once)).text())![1]!;
    const again = await post('/console/keys', once);
    expect([again.status, await again.text()]).toEqual([400, expect.stringContaining('contained a secret')]);
    const keyPath = /\/console\/keys\/\d+(?=">Till<)/.exec(await read('/console/keys'))![0];
    expect(await read(keyPath)).not.toContain(newKey);
    expect((await read(keyPath)).replaceAll(/<[^>]+>/g, ' ')).toMatch(/GET, POST +Networks +127\.0\.0\.0\/8, ::1\/128/);
    expect((await post(`${keyPath}/revoke`, { ...once, 'confirm-revoke': 'mw' })).status).toBe(400);
    await change(`${keyPath}/revoke`, { 'confirm-revoke': newKey.slice(0, 8) });
    expect(await read('/console/keys')).not.toContain('>Till<');
    const none = await post('/console/keys', { token: once.token, label: 'None' });
    expect([none.status, await none.text()]).toEqual([400, expect.stringContaining('Choose at least one right')]);

    const known = Object.values(operations).map(({ method, path }) => ({
      method,
      pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    }));
    const isKnown = ({ method, path }: (typeof requests)[number]) =>
      known.some((operation) => operation.method === method && operation.pattern.test(path));
    expect(requests.filter((request) => !isKnown(request))).toEqual([]);
    expect(requests.length).toBeGreaterThan(50);
  });

  test('a session that was closed is over', async () => {
    const old = cookie;
    expect((await change('/console/sign-out')).toString()).toBe('/console');
    cookie = old;
    expect((await ask('/console')).status).toBe(401);
  });
});

describe.runIf(hasChromium)('a newcomer at the console', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    if (pictures) mkdirSync(pictures, { recursive: true });
  });
  afterAll(() => browser?.close());

  const open = async (options: BrowserContextOptions) =>
    (await browser.newContext({ ignoreHTTPSErrors: true, ...options })).newPage();

  /** Presses a button or follows a link without a mouse. */
  async function press(page: Page, role: 'button' | 'link', name: string): Promise<void> {
    await page.getByRole(role, { name, exact: true }).first().focus();
    await page.keyboard.press('Enter');
  }

  async function signIn(page: Page): Promise<void> {
    await page.goto(`${service.origin}/console`);
    await page.locator('summary', { hasText: 'API key' }).press('Enter');
    await page.getByLabel('API key').fill(service.key);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  }

  /** Imports a workbook, gives an unknown column a new field, and looks at the rows that were not stored. */
  async function importWorkbook(page: Page, name: string): Promise<void> {
    await press(page, 'link', 'Import');
    const buffer = await messyWorkbook(name);
    const file = { name: `${name}.xlsx`, mimeType: 'application/octet-stream', buffer };
    await page.getByLabel('CSV file or Excel workbook').setInputFiles(file);
    await press(page, 'button', 'Upload and look');
    await page.getByRole('heading', { name: `${name}.xlsx` }).waitFor();
    expect(await page.getByLabel('E-Mail-Adresse').inputValue()).toBe('email');
    expect(await page.getByLabel('Ort', { exact: true }).inputValue()).toBe('CITY');
    await page.getByLabel(`Größe ${name}`).selectOption(`new:Größe ${name}`);
    await page.getByLabel('Permission of the contacts').selectOption('3');
    await press(page, 'button', 'Import 4 rows');
    await page.getByText('The import runs in the background.').waitFor();
    const path = new URL(page.url()).pathname;
    await expect
      .poll(
        async () => {
          service.wakeWorker();
          await page.goto(service.origin + path);
          return page.locator('.badge').first().textContent();
        },
        { timeout: 240_000, interval: 500 },
      )
      .toBe('Done');
    expect(await page.locator('.figures dd').allTextContents()).toEqual(['2', '0', '0', '1', '1']);
    const errors = await page.context().request.get(`${service.origin}${path}/errors.csv`, {
      headers: { cookie: await cookieHeader(page) },
    });
    expect(await errors.text()).toBe(
      [
        `\uFEFFline,field,fault,Nachname,E-Mail-Adresse,Ort,Größe ${name}`,
        `6,email,an earlier row has the same email address,Doppelt,${name}-1@example.com,Rom,40`,
        '7,email,it is not an email address,Falsch,keine Adresse,Rom,41',
        '',
      ].join('\r\n'),
    );
  }

  /** Builds a segment of the people who were imported, and sees how many they are. */
  async function buildSegment(page: Page, name: string): Promise<void> {
    await press(page, 'link', 'Segments');
    await press(page, 'link', 'Build a segment');
    await press(page, 'button', 'More rules');
    await page.getByLabel('Name').fill(`Readers in ${name}`);
    const rule = page.getByRole('group', { name: 'Rule 6' });
    await rule.getByLabel('Field').selectOption('CITY');
    await rule.getByLabel('Value').fill(`${name}stadt`);
    await press(page, 'button', 'Save and count');
    await page.getByRole('heading', { name: `Readers in ${name}` }).waitFor();
    const path = new URL(page.url()).pathname;
    await expect
      .poll(
        async () => {
          service.wakeWorker();
          await page.goto(service.origin + path);
          return page.locator('.figures dd').allTextContents();
        },
        { timeout: 240_000, interval: 500 },
      )
      .toEqual(['2', '2']);
    await page.getByRole('link', { name: `${name}-1@example.com` }).waitFor();
    await page.getByText(`City is ${name}stadt`).waitFor();
  }

  const cookieHeader = async (page: Page) =>
    (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');

  /** Drops an image into the editor, where an element with its address appears. */
  async function dropImage(page: Page): Promise<void> {
    const data = await page.evaluateHandle(`(() => {
      const data = new DataTransfer();
      data.items.add(new File(['GIF89a-dropped'], 'A boat.gif', { type: 'image/gif' }));
      return data;
    })()`);
    const editor = page.getByRole('textbox', { name: 'HTML', exact: true });
    await editor.dispatchEvent('drop', { dataTransfer: data, clientX: 0, clientY: 0 });
    await editor.getByText('alt="A boat"').waitFor();
  }

  /** From the first page to the report, with the keyboard only. Returns the path of the mailing. */
  async function film(page: Page, name: string): Promise<string> {
    await signIn(page);
    await importWorkbook(page, name);
    await buildSegment(page, name);
    await press(page, 'link', 'Overview');
    await press(page, 'link', 'Add a contact');
    const email = `${name.toLowerCase()}@example.com`;
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Permission').selectOption('3');
    await page.getByLabel('First name').fill(name);
    await press(page, 'button', 'Save');
    await page.getByText('The contact was added.').waitFor();

    await press(page, 'link', 'Mailings');
    await press(page, 'link', 'Write a mailing');
    await page.getByLabel('Name').fill(`Spring for ${name}`);
    await page.getByLabel('Subject').fill('Spring is here');
    await press(page, 'button', 'Create');
    await page.getByLabel('Sender address').fill('news@example.com');
    await page.getByLabel('Target group').selectOption({ label: `Readers in ${name} (2)` });
    await page.getByRole('textbox', { name: 'HTML', exact: true }).fill(html);
    if (name === 'Scriptless') await press(page, 'button', 'Show what is written');
    else await dropImage(page);
    await page.frameLocator('iframe.phone').getByText(`Hello friend`).waitFor();
    await page.getByLabel('For the contact').fill(email);
    await press(page, 'button', 'Save and look');
    await page.getByText('The changes were saved.').waitFor();
    await page.frameLocator('iframe.phone').getByText(`Hello ${name}`).waitFor();
    await page.frameLocator('iframe.phone').getByRole('heading', { name: 'Spring' }).waitFor();
    await press(page, 'link', 'Back to the mailing');
    await page.getByLabel('Send a test mail to').fill(email);
    await press(page, 'button', 'Send the test mail');
    await page.getByText('The test mail was sent.').waitFor();
    const path = new URL(page.url()).pathname;
    await page.locator('summary', { hasText: 'Send now' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Send to \d+ contacts$/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('The mailing is on its way.').waitFor();
    await expect
      .poll(
        async () => {
          service.wakeWorker();
          await page.goto(service.origin + path);
          return page.locator('.badge').first().textContent();
        },
        { timeout: 240_000, interval: 1000 },
      )
      .toBe('Sent');
    await press(page, 'link', 'Report');
    await page.getByRole('heading', { name: `Report of Spring for ${name}` }).waitFor();
    expect(await page.locator('.figures dd').first().textContent()).toBe('2');
    return path;
  }

  test.each([
    ['Wide', { viewport: { width: 1280, height: 900 } }],
    ['Narrow', { viewport: { width: 375, height: 800 } }],
    ['Scriptless', { viewport: { width: 1280, height: 900 }, javaScriptEnabled: false }],
  ])('%s: adds a contact, writes, tests and sends a mailing, and reads its report', async (name, options) => {
    const page = await open(options);
    const refused: string[] = [];
    // The page to sign in is a 401, which browsers report.
    const isFault = (text: string) => !text.includes('status of 401');
    page.on(
      'console',
      (message) => message.type() === 'error' && isFault(message.text()) && refused.push(message.text()),
    );
    await film(page, name);
    expect(refused).toEqual([]);
    await page.context().close();
  });

  /** Lists of mailings show summaries, and reports counts. */
  async function agreeOnFigures(mailing: number): Promise<void> {
    const { reports, reportCounts: count } = service.client;
    const of = { mailing_id: [mailing] };
    const summaries = await reports.listMailingSummaries(of).orThrow();
    expect(summaries).toMatchObject([
      {
        recipients: await count.recipients(of).orThrow(),
        opens_unique: await count.uniqueOpens(of).orThrow(),
        clicks_unique: await count.uniqueClicks(of).orThrow(),
        unsubscriptions: await count.unsubscriptions(of).orThrow(),
      },
    ]);
    expect(summaries[0]!.recipients).toBeGreaterThan(0);
  }

  test('every page fits narrow and wide screens, light and dark, without a violation', async () => {
    const page = await open({ bypassCSP: true });
    const examine = async (name: string, path: string) => {
      await page.goto(service.origin + path);
      await page.evaluate(axe.source);
      for (const { width, scheme } of looks) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme: scheme });
        if (pictures) await page.screenshot({ path: `${pictures}/${name}-${width}-${scheme}.png`, fullPage: true });
        expect(await page.evaluate('document.documentElement.scrollWidth'), `${name} at ${width} px`).toBe(width);
        const { violations } = (await page.evaluate('axe.run()')) as axe.AxeResults;
        const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
        expect.soft(found, `${name} at ${width} px, ${scheme}`).toEqual([]);
      }
      await page.evaluate("document.documentElement.dir = 'rtl'");
      for (const width of [375, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        if (pictures) await page.screenshot({ path: `${pictures}/${name}-${width}-rtl.png`, fullPage: true });
        const scrolls = await page.evaluate('document.documentElement.scrollWidth');
        expect.soft(scrolls, `${name} from right to left at ${width} px`).toBe(width);
      }
    };
    await examine('sign-in', '/console');
    await signIn(page);
    const people = (await service.client.contacts.list({}).orThrow()).items.map(({ id }) => id);
    const { mailingId: sent } = await sendTracked(service, html, people);
    await agreeOnFigures(sent);
    const draft = await service.client.mailings.create({ name: 'Summer', subject: 'Summer is here' }).orThrow();
    await service.client.mailings.setHtml({ mailingid: draft, body: html }).orThrow();
    const file = { name: 'readers.xlsx', contentType: 'application/octet-stream', body: await messyWorkbook('Look') };
    const { id: uploaded } = await service.client.imports.create(file).orThrow();
    const suppressed = { import_name: 'complaints by telephone', entries: ['ida@example.org', '*@rival.example'] };
    await service.client.suppressions.add({ body: suppressed }).orThrow();
    const hook = { url: 'https://shop.example.com/hooks/mail', events: ['unsubscription' as const, 'bounce' as const] };
    const { id: webhook } = await service.client.webhooks.create({ body: hook }).orThrow();
    const { id: key } = await service.client.apiKeys.create({ body: { label: 'Shop', rights: ['get'] } }).orThrow();
    await service.client.contacts.unsubscribe({ id: people[1]! }).orThrow();
    const { id: signUpForm } = await service.client.signUpForms
      .create({ body: { name: 'Web site', consent: 'I would like to receive the newsletter by email.' } })
      .orThrow();
    const mailing_id = await service.client.mailings
      .create({ name: 'Hello', subject: 'Hi', type: 'trigger' })
      .orThrow();
    const steps = [
      { kind: 'send' as const, mailing_id },
      { kind: 'wait' as const, duration: 'P2DT3H', name: 'rest' },
      { kind: 'set' as const, field: 'CITY', value: 'Rome' },
      { kind: 'end' as const },
    ];
    const { id: program } = await service.client.marketingAutomation
      .create({ body: { name: 'Greeting', state: 'draft', steps } })
      .orThrow();
    await slowDown(sent);
    const pages = {
      forms: '/forms',
      form: `/forms/${signUpForm}`,
      'form-edit': `/forms/${signUpForm}/edit`,
      automation: '/automation',
      program: `/automation/${program}`,
      'program-edit': `/automation/${program}/edit`,
      images: '/images',
      settings: '/settings',
      templates: '/templates',
      overview: '',
      delivery: '/delivery',
      imports: '/imports',
      import: `/imports/${uploaded}`,
      segments: '/segments',
      'segment-new': '/segments/new',
      segment: `/segments/${await service.groupId('regular')}`,
      suppression: '/suppression',
      components: '/components',
      contacts: '/contacts',
      blocked: '/contacts/blocked',
      'contact-new': '/contacts/new',
      contact: `/contacts/${people[0]}`,
      mailings: '/mailings',
      'mailing-new': '/mailings/new',
      'mailing-draft': `/mailings/${draft}`,
      'mailing-sent': `/mailings/${sent}`,
      'mailing-edit': `/mailings/${draft}/edit`,
      'mailing-mjml': `/mailings/${draft}/edit?as=mjml`,
      report: `/mailings/${sent}/report`,
      keys: '/keys',
      key: `/keys/${key}`,
      webhooks: '/webhooks',
      'webhook-new': '/webhooks/new',
      webhook: `/webhooks/${webhook}`,
      'webhook-edit': `/webhooks/${webhook}/edit`,
      missing: '/nothing',
    };
    for (const [name, path] of Object.entries(pages)) await examine(name, `/console${path}`);
    await page.goto(`${service.origin}/console`);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
  });
});
