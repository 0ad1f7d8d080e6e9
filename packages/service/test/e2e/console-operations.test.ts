import { createConsole, memorySessions } from '@mailwright/console';
import { operations } from '@mailwright/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { html, slowDown } from '../support/console.ts';
import { databases } from '../support/database.ts';
import { releaseOptInMailing } from '../support/opt-in.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { sendTracked } from '../support/tracked-mailing.ts';

/** The console as a client of the service, without a browser: each form, and the operations that it calls. */

const [embedded] = databases();
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
  const readFormToken = async () => /name="token" value="([^"]+)"/.exec(await read('/console'))![1]!;
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
    const columns = { 'column-0': 'email', 'column-1': 'CITY', 'column-2': 'new-string:Größe' };
    const missing = await post(`${imported}/start`, { token: await readFormToken(), 'column-0': '' });
    expect([missing.status, await missing.text()]).toEqual([
      400,
      expect.stringContaining('Choose the column that has the email addresses'),
    ]);
    await change(`${imported}/start`, { ...columns, permission: '3', existing: 'update', by: 'email' });
    await read('/console/imports');
    await ask(`${imported}/errors.csv`);
    await change(`${imported}/delete`);
    const rules = { 'field.0.0': 'CITY', 'operator.0.0': 'EQUALS', 'value.0.0': 'Rom' };
    const segment = await change('/console/segments/new', {
      name: 'Apart in Rome',
      groups: '0',
      'match.0': 'all',
      ...rules,
    });
    expect(await read(segment)).toContain('City is Rom');
    const twice = await post('/console/segments/new', {
      ...{ token: await readFormToken(), name: 'Apart in Rome', groups: '0', 'match.0': 'all', ...rules },
    });
    expect([twice.status, await twice.text()]).toEqual([400, expect.stringContaining('Apart in Rome')]);
    const filters = (await service.client.contactFilters.list({}).orThrow()).items.map(({ name }) => name);
    expect(
      filters.filter((name) => name === 'Apart in Rome'),
      'no filter stays behind',
    ).toHaveLength(1);
    await read('/console/segments');
    const keptSegment = await post(`${segment}/delete`, { token: await readFormToken(), 'confirm-delete': 'Apart' });
    expect(keptSegment.status).toBe(400);
    expect(await keptSegment.text()).toContain('Nothing was deleted');
    await change(`${segment}/delete`, { 'confirm-delete': 'Apart in Rome' });
    expect((await ask(segment)).status).toBe(404);

    const suppression = '/console/suppression';
    const rival = '*@rival.example';
    await change(suppression, { entries: `ida@apart.example\r\n${rival}`, source: 'by telephone' });
    expect(await read(`${suppression}?email=ida@apart.example&reason=blacklist`)).toContain('by telephone');
    expect(await read(`${suppression}?email=bob@rival.example`)).toContain(rival);
    expect(await read(`${suppression}?email=ida@apart.example&reason=bounce`)).toContain('No blocked address matches');
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
      ['/console/webhooks/new', { ...hook, url: 'https://10.0.0.1/' }, 'reachable from the internet'],
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
      expect.stringMatching(/#8f7200 is readable.*value="Garden &amp; Co".*value="#ffcc00"/s),
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

    await releaseOptInMailing(service, 'default');
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
    expect(await read('/console/forms')).toContain('people subscribe by themselves');

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
    const templates = await service.client.media.listTemplates({}).orThrow();
    const templatePage = `/console/templates/${templates.find(({ path }) => path === 'apart/base')!.id}`;
    expect(await read(templatePage)).toContain('copy=template%3Aapart%2Fbase');
    const framed = await ask(`${templatePage}/html`);
    expect([framed.headers.get('content-security-policy'), await framed.text()]).toEqual([
      ...[expect.stringMatching(/^sandbox; /), html],
    ]);
    expect((await ask('/console/templates/404404')).status).toBe(404);
    const begun = { name: 'Begun', subject: 'x', copy: 'template:apart/base' };
    const fromTemplate = (await change('/console/mailings/new', begun)).replace('/edit', '');
    expect(await (await ask(`${fromTemplate}/html`)).text()).toBe(html);
    const kept = await post(`${templatePage}/delete`, { token: await readFormToken(), 'confirm-delete': 'apart' });
    expect([kept.status, await kept.text()]).toEqual([400, expect.stringContaining('Nothing was deleted')]);
    await change(`${templatePage}/delete`, { 'confirm-delete': 'apart/base' });
    expect((await ask(templatePage)).status).toBe(404);
    expect(await (await ask(`${fromTemplate}/html`)).text(), 'mailings keep their contents').toBe(html);
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
      [{ mjml: 'none' }, 'The MJML has a mistake'],
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
    const inGerman = async () => (await ask(own, { headers: { 'accept-language': 'de' } })).text();
    // Fields have their own format, in every language.
    expect(await inGerman()).toMatch(
      /name="date" type="date" value="\d{4}-\d\d-\d\d".+name="time" type="time" value="\d\d:\d\d"/s,
    );
    const version = /name="version" value="([\w-]+)"/.exec(await read(own))![1]!;
    await change(`${own}/schedule`, { version, date: '2099-01-01', time: '10:00' });
    expect(await read(own)).toContain('2099-01-01 10:00');
    expect(await inGerman()).toContain('01.01.2099, 10:00');
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
    const { mailingId: second } = await sendTracked(service, html, [reader]);
    await service.db.updateTable('mailing').set({ state: 'done' }).where('id', 'in', [tracked, second]).execute();
    expect((await read('/console/mailings')).match(/name="mailing" value="\d+"/g)).toEqual([
      ...[`name="mailing" value="${second}"`, `name="mailing" value="${tracked}"`],
    ]);
    const compared = await read(`/console/mailings/compare?mailing=${second}&mailing=${tracked}&mailing=${second}`);
    expect(compared.match(/mailings\/\d+\/report/g)).toEqual([
      ...[`mailings/${second}/report`, `mailings/${tracked}/report`],
    ]);
    for (const query of ['', `?mailing=${second}`, '?mailing=1&mailing=2&mailing=3&mailing=4&mailing=5', '?mailing=x'])
      expect((await ask(`/console/mailings/compare${query}`)).status, query).toBe(400);
    expect(await (await ask(`${report}/clicks.csv`)).text()).toMatch(/^from \([\w/]+\),people_clicks\r\n/);
    await service.client.mailings.setSubject({ mailingid, body: 'Hi [[CONTACT|FIRSTNAME|you & me]]' }).orThrow();
    expect(await read(`${own}/report`)).toContain('Subject: Hi you &amp; me<');
    await slowDown(service, Number(own.split('/').at(-1)));
    expect(await read('/console/delivery')).toContain('It does not go on because 20% of the mails');
    expect(await read('/console/delivery/domains')).toMatch(/v=spf1 .*_dmarc\./s);
    expect(await read(own)).toContain('google asked for fewer mails over default');
    expect((await ask(`${own}/report.csv`)).headers.get('content-disposition')).toContain('.csv"');

    const keyForm = { label: 'Till', get: 'yes', post: 'yes', expires: '2099-12-31', networks: '127.0.0.0/8, ::1' };
    const once = { token: await readFormToken(), once: 'a-page-that-is-loaded-again', ...keyForm };
    const newKey = /readonly data-copy[^>]*>\n(mw_[\w-]+)</.exec(await (await post('/console/keys', once)).text())![1]!;
    const again = await post('/console/keys', once);
    expect([again.status, await again.text()]).toEqual([400, expect.stringContaining('This was done already')]);
    const keyPath = /\/console\/keys\/\d+(?=">Till<)/.exec(await read('/console/keys'))![0];
    expect(await read(keyPath)).not.toContain(newKey);
    expect((await read(keyPath)).replaceAll(/<[^>]+>/g, ' ')).toMatch(
      /Read and Create and send +Networks +127\.0\.0\.0\/8, ::1\/128/,
    );
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
