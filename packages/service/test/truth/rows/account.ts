import { createClient } from '@mailwright/client';
import { expect } from 'vitest';
import { totpSecret } from '../../../src/account/secrets/columns.ts';
import { totpCode, totpStep } from '../../../src/account/users/totp.ts';
import { secretsOf } from '../../../src/platform/secrets/box.ts';
import { sendTracked } from '../../support/tracked-mailing.ts';
import { Browser, password } from '../../support/users.ts';
import { joinAt, tokenOf } from '../people.ts';
import { factOf, type Row, textOf } from '../row.ts';

/** What pages about the account, its people and its programs say. */
export const rows: readonly Row[] = [
  {
    routes: ['GET /keys', 'POST /keys', 'GET /keys/:id', 'POST /keys/:id/revoke'],
    title: 'a key is shown once, may do what its page says, and is refused after it was revoked',
    async judge({ service, page, press }) {
      const { client, origin, fetch } = service;
      const fields = { label: 'Till', get: 'yes', networks: '127.0.0.0/8, ::1', expires: '2099-12-31' };
      const { html } = await press('/console/keys', '/console/keys', fields);
      const apiKey = /readonly data-copy[^>]*>\n(mw_[\w-]+)</.exec(html)![1]!;
      const till = createClient({ baseUrl: `${origin}/1.0`, apiKey, fetch });
      expect((await till.contacts.count()).ok).toBe(true);
      expect((await till.mailings.create({ name: 'Not allowed', subject: 'x' })).status).toBe(403);
      const { id, prefix } = (await client.apiKeys.list().orThrow()).find(({ label }) => label === 'Till')!;
      const own = `/console/keys/${id}`;
      const list = await page('/console/keys');
      expect(list).toContain(`<a href="${own}">Till</a>`);
      const shown = await page(own);
      for (const text of [list, shown]) expect(text).not.toContain(apiKey);
      expect(factOf(shown, 'Rights')).toBe('Read');
      expect(factOf(shown, 'Networks')).toBe('127.0.0.0/8, ::1/128');
      expect(factOf(shown, 'Expires')).toContain('2099-12-31');
      expect(textOf((await press(own, `${own}/revoke`, { 'confirm-revoke': 'no' })).html)).toContain(
        'Nothing was revoked',
      );
      expect((await till.contacts.count()).ok).toBe(true);
      const revoked = await press(own, `${own}/revoke`, { 'confirm-revoke': prefix });
      expect(textOf(revoked.html)).toContain('Whatever uses it is refused.');
      expect((await till.contacts.count()).status).toBe(401);
      expect(revoked.html).not.toContain(own);
      const none = await press('/console/keys', '/console/keys', { label: 'Nothing' });
      expect(textOf(none.html)).toContain('Choose at least one right.');
      expect((await client.apiKeys.list().orThrow()).map(({ label }) => label)).not.toContain('Nothing');
    },
  },
  {
    routes: [
      'GET /people',
      'POST /people',
      'GET /people/:id',
      'POST /people/:id',
      'POST /people/:id/sessions',
      'POST /people/:id/remove',
    ],
    title: 'people are invited by a mail, have the role that is shown, and are out when the page says so',
    async judge(world) {
      const { service, page, press } = world;
      const stateOf = async (id: number) =>
        (await service.client.users.list().orThrow()).find((user) => user.id === id)?.state;
      const { id, email, browser, own } = await joinAt(world, 'Petra', 'reader');
      const status = async () => (await browser.get('/console/contacts')).status;
      expect([await status(), await stateOf(id)]).toEqual([200, 'active']);
      expect(textOf(await page('/console/people'))).toContain(`Petra ${email} Reader Active`);
      expect(factOf(await page(own), 'State')).toBe('Active');
      expect((await service.client.users.listSessions({ userId: id }).orThrow()).length).toBe(1);
      const ended = await press(own, `${own}/sessions`);
      expect(textOf(ended.html)).toContain('No open sessions.');
      expect(await status()).toBe(401);
      await browser.signIn(email);
      expect(await status()).toBe(200);
      const changed = await press(own, own, { name: 'Petra P', role: 'sender', language: 'de', state: 'active' });
      expect(textOf(changed.html)).toContain('A new role or state ends the sessions');
      expect([
        await status(),
        (await service.client.users.list().orThrow()).find((user) => user.id === id),
      ]).toMatchObject([401, { name: 'Petra P', role: 'sender', language: 'de' }]);
      expect(textOf((await press(own, `${own}/remove`, { 'confirm-remove': 'x' })).html)).toContain(
        'Nobody was removed',
      );
      expect(await stateOf(id)).toBe('active');
      const removed = await press(own, `${own}/remove`, { 'confirm-remove': email });
      expect(removed.html).not.toContain(email);
      expect([await stateOf(id), (await browser.signIn(email)).status]).toEqual([undefined, 403]);
    },
  },
  {
    routes: [
      'GET /webhooks',
      'GET /webhooks/new',
      'POST /webhooks/new',
      'GET /webhooks/:id',
      'GET /webhooks/:id/edit',
      'POST /webhooks/:id/edit',
      'POST /webhooks/:id/delete',
    ],
    title:
      'a webhook has the address, events and state of its page, its secret is shown once, and it is gone when deleted',
    async judge({ service, page, press }) {
      const { webhooks } = service.client;
      const form = '/console/webhooks/new';
      const fields = { url: 'https://hooks.example.com/in', 'event-bounce': 'yes', active: 'yes' };
      const nothing = await press(form, form, { url: fields.url, active: 'yes' });
      expect(textOf(nothing.html)).toContain('Choose at least one event.');
      expect(nothing.html).toContain(`value="${fields.url}"`);
      const { html } = await press(form, form, fields);
      const secret = factOf(html, 'Secret');
      const { id } = (await webhooks.list().orThrow())[0]!;
      const own = `/console/webhooks/${id}`;
      for (const path of ['/console/webhooks', own, `${own}/edit`])
        expect(await page(path), path).not.toContain(secret);
      expect(factOf(await page(own), 'Events')).toBe('A mail bounced');
      expect(textOf(await page(own))).toContain('No event has happened yet.');
      expect(await webhooks.listDeliveries({ webhookId: id }).orThrow()).toEqual([]);
      const edit = `${own}/edit`;
      expect(await page(edit)).toContain('name="event-bounce" value="yes" checked');
      const paused = await press(edit, edit, { url: 'https://hooks.example.com/other', 'event-doi': 'yes' });
      expect(factOf(paused.html, 'State')).toBe('Paused');
      expect(await webhooks.get({ webhookId: id }).orThrow()).toMatchObject({
        ...{ url: 'https://hooks.example.com/other', events: ['doi'], active: false },
      });
      expect(textOf(await page('/console/webhooks'))).toContain(
        'https://hooks.example.com/other A contact confirmed an opt-in Paused',
      );
      expect(textOf((await press(own, `${own}/delete`, { 'confirm-delete': 'no' })).html)).toContain(
        'Nothing was deleted',
      );
      expect((await webhooks.get({ webhookId: id })).ok).toBe(true);
      const deleted = await press(own, `${own}/delete`, { 'confirm-delete': 'delete' });
      expect(textOf(deleted.html)).toContain('The webhook was deleted.');
      expect((await webhooks.get({ webhookId: id })).status).toBe(404);
    },
  },
  {
    routes: ['POST /webhooks/:id/replay'],
    title: 'a webhook has the kinds of events of mails of its page, and sends them again since the beginning of a day',
    async judge({ service, page, press }) {
      const { webhooks } = service.client;
      const form = '/console/webhooks/new';
      const url = 'https://warehouse.example.com/in';
      await press(form, form, { url, 'event-mail_events': 'yes', 'mail-clicked': 'yes', batch: '100', active: 'yes' });
      const { id } = (await webhooks.list().orThrow()).find((webhook) => webhook.url === url)!;
      const own = `/console/webhooks/${id}`;
      const html = await page(own);
      expect([factOf(html, 'Kinds'), factOf(html, 'Events in a request, at most')]).toEqual(['Clicked', '100']);
      const replay = (day: string) => press(own, `${own}/replay`, { day });
      expect(textOf((await replay('soon')).html)).toContain('Choose the day since which events are sent again.');
      expect(textOf((await replay('2026-01-02')).html)).toContain('Events are sent again');
      const { begins } = (await webhooks.get({ webhookId: id }).orThrow()).progress!;
      expect(Math.abs(begins - Date.parse('2026-01-02')), 'a day of the zone of the account').toBeLessThan(86_400_000);
      await webhooks.delete({ webhookId: id }).orThrow();
    },
  },
  {
    routes: ['GET /suppression', 'POST /suppression', 'POST /suppression/remove'],
    title: 'suppressed addresses are blocked with their reason, and get mail again when the suppression is removed',
    async judge({ service, page, press }) {
      const { contacts, suppressions } = service.client;
      const path = '/console/suppression';
      const id = await contacts.createByEmail({ email: 'stop@sup.example', permission: 4, body: {} }).orThrow();
      const left = 'left@sup.example';
      await contacts.createByEmail({ email: left, permission: 4, body: {} }).orThrow();
      await contacts.unsubscribeByEmail({ email: left }).orThrow();
      const before = (await suppressions.list({ page_size: 1 }).orThrow()).total!;
      expect(textOf(await page(path))).toContain(`${before} blocked address`);
      const blocked = async () =>
        (await contacts.listBlocked({ page_size: 1000 }).orThrow()).items.some((contact) => contact.id === id);
      const added = await press(path, path, { entries: 'stop@sup.example\n*@never.example', source: 'By phone' });
      expect(textOf(added.html)).toContain(`${before + 2} blocked addresses`);
      expect(await blocked()).toBe(true);
      const found = textOf(await page(`${path}?email=stop@sup.example`));
      expect(found).toContain('1 found');
      expect(found).toContain('stop@sup.example Block list');
      const mine = await page(`${path}?email=${left}`);
      expect(textOf(mine)).toContain(`${left} Unsubscribed`);
      expect(mine).not.toContain(`${path}/remove`);
      const removed = await press(path, `${path}/remove`, { entry: 'stop@sup.example' });
      expect(textOf(removed.html)).toContain(`${before + 1} blocked address`);
      expect(await blocked()).toBe(false);
      const empty = await press(path, path, { entries: ' ', source: 'kept' });
      expect(textOf(empty.html)).toContain('Enter at least one address.');
      expect(empty.html).toContain('value="kept"');
    },
  },
  {
    routes: ['GET /settings/sunset', 'POST /settings/sunset', 'POST /contacts/:id/wake'],
    title: 'contacts who do not respond are counted before anything happens, and rest and wake as the pages say',
    async judge({ service, page, press }) {
      const { client, db, accountId } = service;
      const path = '/console/settings/sunset';
      const { getSunsetPolicy, setSunsetPolicy } = client.account;
      expect(factOf(await page(path), 'State')).toContain('Off');
      const fields = { days: '60', mailing_id: '', wait_days: '7', daily_limit: '10' };
      const counted = textOf((await press(path, path, { ...fields, next: 'count' })).html);
      const { contacts } = await client.account.getSunsetForecast({ days: 60 }).orThrow();
      expect(counted).toContain(`Of ${contacts} contacts who may get mail:`);
      expect(await getSunsetPolicy().orThrow()).toMatchObject({ active: false, days: 365 });

      const few = await press(path, path, { ...fields, days: '3', next: 'on' });
      expect(textOf(few.html)).toContain('Days without any activity');
      expect(few.html).toContain('name="days" type="number" value="3"');
      const on = await press(path, path, { ...fields, next: 'on' });
      expect(factOf(on.html, 'State')).toContain('On');
      expect(await getSunsetPolicy().orThrow()).toMatchObject({
        active: true,
        days: 60,
        wait_days: 7,
        daily_limit: 10,
      });
      const mailing_id = await client.mailings.create({ name: 'Last', subject: 'Last', type: 'trigger' }).orThrow();
      const body = { active: true, days: 60, mailing_id };
      await setSunsetPolicy({ body }).orThrow();
      expect(textOf(await page(path))).toContain('The last mail is not active.');

      const id = Number(await client.contacts.createByEmail({ email: 'rests@reader.example', body: {} }).orThrow());
      const row = { account_id: accountId, contact_id: id, mailing_id, asked_at: new Date(), rests_at: new Date() };
      await db.insertInto('sunset_contact').values(row).execute();
      const own = `/console/contacts/${id}`;
      expect(textOf(await page(own))).toMatch(
        /Resting since [\d: -]+: newsletters leave the contact out.*got “ ?Last ?”/,
      );
      const woken = await press(own, `${own}/wake`);
      expect(textOf(woken.html)).toContain('The contact is awake');
      expect(textOf(woken.html)).not.toContain('Resting since');
      expect(await client.contacts.getRest({ id }).orThrow()).toEqual({ state: 'awake' });

      const off = await press(path, path, { ...fields, days: '60', next: 'off' });
      expect(factOf(off.html, 'State')).toContain('Off');
      expect((await getSunsetPolicy().orThrow()).active).toBe(false);
      await client.account.deleteSunsetPolicy().orThrow();
    },
  },
  {
    routes: [
      'GET /settings',
      'POST /settings/placeholders',
      'POST /settings/sign-off',
      'POST /settings/limits',
      'POST /settings/pressure',
      'POST /settings/branding',
    ],
    title: 'settings are those of the API, and public pages show name and color that were saved',
    async judge({ service, browser, page, press }) {
      const { account } = service.client;
      const path = '/console/settings';
      const imprint = { key: 'IMPRINT', value: 'Boats <Ltd>\nHarbor 1' };
      await press(path, `${path}/placeholders`, imprint);
      expect(await account.getPlaceholders({}).orThrow()).toContainEqual(imprint);
      expect(await page(path)).toContain('Boats &lt;Ltd&gt;\nHarbor 1</textarea>');
      await press(path, `${path}/placeholders`, { ...imprint, next: 'delete' });
      expect((await account.getPlaceholders({}).orThrow()).map(({ key }) => key)).not.toContain('IMPRINT');
      expect(await page(path)).not.toContain('Boats &lt;Ltd');

      const limit = await press(path, `${path}/sign-off`, { above: '5000' });
      expect(limit.html).toContain('name="above" type="number" value="5000"');
      expect(await account.getInfo().orThrow()).toMatchObject({ sign_off_above: 5000 });
      await press(path, `${path}/sign-off`, { above: '' });
      expect(await account.getInfo().orThrow()).not.toHaveProperty('sign_off_above');

      const shares = { complaint_warning: '0.05', complaint_pause: '0,2', bounce_warning: '2', bounce_pause: '5' };
      await press(path, `${path}/limits`, { ...shares, block_warning: '2', block_pause: '100' });
      const { sendout_limits } = await account.getInfo().orThrow();
      expect(sendout_limits).toMatchObject({ complaint_warning: 0.05, complaint_pause: 0.2, block_pause: 100 });
      const late = await press(path, `${path}/limits`, {
        ...shares,
        bounce_warning: '9',
        block_warning: '2',
        block_pause: '5',
      });
      expect(textOf(late.html)).toContain('A warning must come before the pause');
      expect(late.html).toContain('name="bounce_warning" type="text" value="9"');
      expect((await account.getInfo().orThrow()).sendout_limits).toEqual(sendout_limits);

      const pressed = await press(path, `${path}/pressure`, { mails: '4', days: '30' });
      expect(pressed.html).toContain('name="mails" type="number" value="4"');
      expect((await account.getInfo().orThrow()).pressure_limit).toEqual({ mails: 4, days: 30 });
      const many = await press(path, `${path}/pressure`, { mails: '4000', days: '7' });
      expect(textOf(many.html)).toContain('Newsletters per contact at most');
      expect(many.html).toContain('name="mails" type="number" value="4000"');
      await press(path, `${path}/pressure`, { mails: '', days: '30' });
      expect(await account.getInfo().orThrow()).not.toHaveProperty('pressure_limit');

      const token = tokenOf(await page(path));
      const save = async (fields: Record<string, string>) =>
        browser.upload(`${path}/branding`, Object.entries({ token, ...fields }));
      expect((await save({ name: 'Harbor News', color: '#8a1c4a', dark_color: '' })).status).toBe(303);
      expect(await account.getBranding({}).orThrow()).toMatchObject({ name: 'Harbor News', color: '#8a1c4a' });
      expect(await page(path)).toContain('value="Harbor News"');
      const [someone] = (await service.client.contacts.list({ page_size: 1 }).orThrow()).items;
      const { mailOf } = await sendTracked(service, '<p>x</p>', [someone!.id]);
      const leaving = await (await service.fetch(mailOf(someone!.id).unsubscribe)).text();
      expect(textOf(leaving)).toContain('newsletters from Harbor News');
      expect(leaving).toContain('--accent:#8a1c4a');
      const refused = await save({ name: 'Kept name', color: 'green', dark_color: '' });
      expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('value="Kept name"')]);
      expect(await account.getBranding({}).orThrow()).toMatchObject({ name: 'Harbor News' });
    },
  },
  {
    routes: ['GET /delivery', 'GET /delivery/domains'],
    title: 'relays and DNS records are those of the API',
    async judge({ service, page }) {
      const { account } = service.client;
      const shown = textOf(await page('/console/delivery'));
      const relays = await account.getRelays().orThrow();
      expect(relays.length).toBeGreaterThan(0);
      for (const { name, state } of relays)
        expect(shown).toContain(`${name} State ${state === 'up' ? 'Takes mails' : 'Does not answer'}`);
      const mailingid = await service.client.mailings.create({ name: 'From a domain', subject: 'x' }).orThrow();
      await service.client.mailings.setSender({ mailingid, body: 'news@records.example' }).orThrow();
      const records = textOf(await page('/console/delivery/domains'));
      const domains = await account.getSenderDomains().orThrow();
      expect(domains.map(({ name }) => name)).toContain('records.example');
      for (const { name, records: wanted } of domains) {
        expect(records).toContain(name);
        for (const { purpose, name: host, type, value, found } of wanted) {
          const state = found === undefined ? 'No answer' : found ? 'There' : 'Missing';
          expect(records).toContain(`${purpose.toUpperCase().replace('_', '-')} ${state} ${host} ${type} ${value}`);
        }
      }
    },
  },
  {
    routes: [
      'GET /profile',
      'POST /profile/language',
      'POST /profile/password',
      'POST /profile/sessions/:id/end',
      'GET /profile/second-factor',
      'POST /profile/codes',
      'POST /profile/codes/confirm',
      'POST /profile/codes/remove',
      'POST /settings/second-factor',
    ],
    title: 'what a person changes in the profile holds at the next sign-in, and the demand of a second factor too',
    async judge(world) {
      const { service } = world;
      const { id, email, browser, own } = await joinAt(world, 'Rosa', 'administrator');
      const read = async (path: string) => (await browser.get(path)).text();
      const profile = '/console/profile';
      expect(factOf(await read(profile), 'Role')).toBe('Administrator');
      await browser.submit(`${profile}/language`, { language: 'de' });
      expect(await read(profile)).toContain('<html lang="de">');
      await browser.submit(`${profile}/language`, { language: 'en' });

      const other = new Browser(service);
      await other.signIn(email);
      const session = /\/console\/profile\/sessions\/(\d+)\/end/.exec(await read(profile))![1]!;
      await browser.submit(`${profile}/sessions/${session}/end`);
      expect([(await other.get(profile)).status, (await browser.get(profile)).status]).toEqual([401, 200]);

      const wrong = await browser.submit(`${profile}/password`, {
        current: 'not this one',
        next: 'roses at 9 in snow',
      });
      expect([wrong.status, (await other.signIn(email)).status]).toEqual([400, 303]);
      const next = 'roses at 9 in snow';
      expect((await browser.submit(`${profile}/password`, { current: password, next })).status).toBe(200);
      for (const each of [browser, other]) expect((await each.get(profile)).status).toBe(401);
      expect([(await browser.signIn(email)).status, (await browser.signIn(email, next)).status]).toEqual([403, 303]);

      const refused = await browser.submit('/console/settings/second-factor', { demanded: 'yes' });
      const demanded = (await service.client.account.getInfo().orThrow()).demands_second_factor ?? false;
      expect(demanded).toBe(refused.status === 303);
      const setUp = await browser.get('/console/contacts');
      expect(setUp.headers.get('location')).toBe(demanded ? `${profile}/second-factor` : null);
      if (demanded)
        expect(textOf(await read(`${profile}/second-factor`))).toContain('demands two-factor authentication');

      const started = await (
        await browser.submit(`${profile}/codes`, {}, demanded ? `${profile}/second-factor` : profile)
      ).text();
      const user = service.db.selectFrom('account_user').select('totp_secret').where('id', '=', id);
      const { totp_secret } = await user.executeTakeFirstOrThrow();
      const secret = secretsOf(service.db).open(totpSecret, { account: service.accountId, row: id }, totp_secret!);
      const confirm = { token: tokenOf(started), code: totpCode(secret, totpStep(Date.now())), password: next };
      const confirmed = await (await browser.post(`${profile}/codes/confirm`, confirm)).text();
      expect(textOf(confirmed)).toContain('Codes are on.');
      expect(confirmed.match(/<li><code>[a-z0-9-]{14}<\/code>/g)).toHaveLength(10);
      expect(textOf(await read(profile))).toContain('You have 10 recovery codes left.');
      expect(factOf(await read(own), 'Two-factor authentication')).toBe('On');
      const asked = await new Browser(service).signIn(email, next);
      expect(await asked.text()).toContain('name="step"');

      await service.client.account.setSecondFactorDemand({ body: { demanded: false } }).orThrow();
      expect(textOf(await read('/console/settings'))).toContain('People may sign in with a password alone.');
      await browser.submit(`${profile}/codes/remove`, { password: 'wrong' });
      expect(factOf(await read(own), 'Two-factor authentication')).toBe('On');
      const off = await browser.submit(`${profile}/codes/remove`, { password: next });
      expect(off.headers.get('location')).toBe(`${profile}?done=codes-off`);
      expect(factOf(await read(own), 'Two-factor authentication')).toBe('Off');
      expect((await new Browser(service).signIn(email, next)).status).toBe(303);
    },
  },
  {
    routes: ['GET /components'],
    title: 'the page of components is a sample that no navigation shows, and its forms change nothing',
    async judge({ page, browser }) {
      expect(await page('/console/components')).not.toContain('href="/console/components"');
      expect((await browser.submit('/console/components')).status).toBe(405);
    },
  },
];
