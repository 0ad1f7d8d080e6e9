import { expect } from 'vitest';
import { createOptInMailing } from '../../support/opt-in.ts';
import { createSendout, reached } from '../../support/sendout.ts';
import { factOf, fieldsOf, obstaclesOf, type Row, textOf } from '../row.ts';

const later = { date: '2099-05-04', time: '07:30' };
const versionOf = (html: string) => /name="version" value="([^"]+)"/.exec(html)?.[1] ?? '';
const promised = (html: string) => Number(/Send to (\d+) contacts?</.exec(html)?.[1]);

/** What the pages of mailings say. */
export const rows: readonly Row[] = [
  {
    routes: ['GET /mailings/:id', 'POST /mailings/:id/send'],
    title: 'the button names the number of contacts who then get the mailing, though many came after the last count',
    async judge({ service, sink, page, press }) {
      const { client } = service;
      const mailingid = await createSendout(service);
      await client.mailings.setSubject({ mailingid, body: 'Judged' }).orThrow();
      for (let number = 0; number < 9; number++)
        await client.contacts
          .createByEmail({ email: `late-${number}@truth.example`, permission: 4, body: {} })
          .orThrow();
      await client.contacts.unsubscribeByEmail({ email: 'late-0@truth.example' }).orThrow();
      const own = `/console/mailings/${mailingid}`;
      const before = await page(own);
      const { audience } = await client.mailings.getReadiness({ mailingid }).orThrow();
      expect([promised(before), audience!.recipients]).toEqual([14, 14]);
      expect(textOf(before)).toMatch(/14 of 15 contacts would get it\. Counted at \d\d:\d\d/);
      expect(textOf(before)).toContain('Left out: 1 unsubscribed.');
      await press(own, `${own}/send`, { version: versionOf(before) });
      await reached(service, mailingid, 'done');
      expect(sink.mails.filter(({ email }) => email.subject === 'Judged')).toHaveLength(promised(before));
      expect(factOf(await page(own), 'State')).toBe('Sent');
    },
  },
  {
    routes: [
      'GET /mailings/:id',
      'POST /mailings/:id/send',
      'POST /mailings/:id/schedule',
      'POST /mailings/:id/unschedule',
    ],
    title: 'what would fail is said before the buttons, which then are not there, and refuse',
    async judge({ service, page, press }) {
      const { mailings } = service.client;
      const mailingid = await createSendout(service, '<p>No way out</p>');
      const own = `/console/mailings/${mailingid}`;
      const before = await page(own);
      expect(obstaclesOf(before)).toContain('unsubscribe_link_missing');
      for (const button of ['send', 'schedule']) {
        expect(before).not.toContain(`action="${own}/${button}"`);
        const refused = await press(own, `${own}/${button}`, { version: versionOf(before), ...later });
        expect(refused.html).toContain('role="alert"');
        expect(await mailings.getState({ mailingid }).orThrow()).toBe('draft');
      }
      await mailings.setHtml({ mailingid, body: '<a href="[[LINK|UNSUBSCRIBE]]">Leave</a>' }).orThrow();
      const mended = await page(own);
      expect(obstaclesOf(mended)).not.toContain('unsubscribe_link_missing');
      const scheduled = await press(own, `${own}/schedule`, { version: versionOf(mended), ...later });
      expect(factOf(scheduled.html, 'Scheduled')).toContain('2099-05-04 07:30');
      expect(await mailings.getState({ mailingid }).orThrow()).toBe('scheduled');
      await press(own, `${own}/unschedule`);
      expect(factOf(await page(own), 'State')).toBe('Draft');
      expect(await mailings.getState({ mailingid }).orThrow()).toBe('draft');
    },
  },
  {
    routes: ['GET /mailings/:id/schedule', 'POST /mailings/:id/schedule', 'GET /mailings/:id'],
    title: 'who gets a mailing when is said before it is scheduled by local time, and afterwards by its page',
    async judge({ service, page, press }) {
      const { contacts, regularMailings } = service.client;
      const mailingid = await createSendout(service);
      const own = `/console/mailings/${mailingid}`;
      const form = `${own}/schedule`;
      expect(await page(own)).toContain(`href="${form}"`);
      // Other rows make contacts and fields, too.
      const fields = await contacts.listCustomFields().orThrow();
      const needed = 'they need a custom field of type text with their time zone';
      expect(textOf(await page(form)).includes(needed)).toBe(!fields.some(({ type }) => type === 'string'));
      await contacts.createCustomField({ field: 'CLOCK', type: 'string' }).orThrow();
      const zones = [
        ['ada.moreau@example.com', 'America/New_York'],
        ['ben.okafor@example.com', 'Nowhere'],
      ] as const;
      for (const [email, value] of zones)
        await contacts.updateByEmail({ email, body: { custom_fields: [{ name: 'CLOCK', value }] } }).orThrow();
      const asked = { date: '2099-05-04', time: '07:30', way: 'local', field: 'CLOCK' };
      const preview = await page(`${form}?${new URLSearchParams(asked)}`);
      const { waves } = await regularMailings
        .getWaves({ mailingid, date: asked.date, hours: '7', minutes: '30', dispatchTimeZoneField: 'CLOCK' })
        .orThrow();
      const without = waves[0]!.contacts;
      expect(without).toBeGreaterThan(1);
      expect(waves.map(({ kind, contacts }) => [kind, contacts])).toEqual([
        ['no_zone', without],
        ['unknown_zone', 1],
        ['zone', 1],
      ]);
      for (const text of [
        `${without} contacts have no time zone and get it by the one of the account, UTC.`,
        '1 contact has a time zone that nobody knows and gets it by the one of the account, UTC.',
        `2099-05-04 07:30 without a time zone ${without}`,
        '2099-05-04 07:30 with a time zone that is unknown: Nowhere 1',
        '2099-05-04 11:30 in America/New York 1',
      ])
        expect(textOf(preview)).toContain(text);
      const refused = await page(`${form}?${new URLSearchParams({ ...asked, date: '2020-05-04' })}`);
      expect(textOf(refused)).toContain('Choose a time in the future: 2020-05-04 07:30 has passed (UTC).');
      const scheduled = await press(own, form, fieldsOf(preview, form));
      expect(factOf(scheduled.html, 'Scheduled')).toBe('2099-05-04 07:30 where the contact is');
      expect(textOf(scheduled.html)).toContain('2099-05-04 11:30 in America/New York 1');
      await press(own, `${own}/unschedule`);

      const byHour = await page(`${form}?${new URLSearchParams({ ...asked, way: 'hour', clicks: 'yes' })}`);
      expect(textOf(byHour)).toContain(
        `From 2099-05-04 07:30 on ${without + 2} contacts get it, each at the full hour`,
      );
      const best = await press(own, form, fieldsOf(byHour, form));
      expect(factOf(best.html, 'Scheduled')).toContain('at the best hour of each contact');
      expect(await regularMailings.getSchedule({ mailingid }).orThrow()).toMatchObject({
        dispatchOption: 'hour',
        dispatchEndInHours: 24,
        clicksAsResponseReference: true,
      });
      await press(own, `${own}/unschedule`);
      await contacts.deleteCustomField({ field: 'CLOCK' }).orThrow();
    },
  },
  {
    routes: ['GET /mailings/:id'],
    title: 'the line of steps goes on with what is done, and what is missing stands in the step that mends it',
    async judge({ service, page }) {
      const { client } = service;
      const mailingid = await client.mailings.create({ name: 'Step by step', subject: 'Steps' }).orThrow();
      const own = `/console/mailings/${mailingid}`;
      const steps = async () =>
        Array.from((await page(own)).matchAll(/<li class="(done|next|later)"/g), ([, state]) => state).join(' ');
      const part = async (id: string) => (await page(own)).split(`<section id="${id}"`)[1]!.split('</section>')[0]!;
      expect(await steps()).toBe('next later later later');
      expect(obstaclesOf(await part('contents'))).toEqual(['contents_missing', 'sender_missing']);
      expect(obstaclesOf(await part('audience'))).toEqual(['target_group_missing']);
      await client.mailings.setSender({ mailingid, body: 'news@example.com' }).orThrow();
      await client.mailings.setHtml({ mailingid, body: '<a href="[[LINK|UNSUBSCRIBE]]">Leave</a>' }).orThrow();
      expect(await steps()).toBe('done next later later');
      await client.regularMailings.setTargetGroup({ mailingid, body: await service.groupId('regular') }).orThrow();
      expect(await steps()).toBe('done done next later');
      const { obstacles } = await client.mailings.getReadiness({ mailingid }).orThrow();
      expect(obstacles.filter(({ severity }) => severity === 'blocks')).toEqual([]);
      await client.mailings.sendNow({ mailingid }).orThrow();
      await reached(service, mailingid, 'done');
      expect(await steps()).toBe('');
    },
  },
  {
    routes: ['GET /mailings'],
    title: 'the list counts what the API has, and opens mailings of every type',
    async judge({ service, page }) {
      const { mailings } = service.client;
      await createOptInMailing(service, 'listed');
      const trigger = await mailings.create({ name: 'Listed trigger', subject: 'x', type: 'trigger' }).orThrow();
      const html = await page('/console/mailings');
      const states = ['draft', 'scheduled', 'done', 'failed', 'released', 'canceled', 'sending', 'paused'] as const;
      const { total } = await mailings.listByStates({ states: [...states], fields: [], page_size: 1 }).orThrow();
      expect(textOf(html)).toContain(`${total} mailing`);
      expect(html).toContain(`/console/mailings/${trigger}"`);
      for (const [, path] of html.matchAll(/href="(\/console\/mailings\/\d+)"/g))
        expect(factOf(await page(path!), 'State'), path).not.toBe('');
    },
  },
  {
    routes: ['GET /mailings/new', 'POST /mailings/new'],
    title: 'a copy without a subject keeps that of its original, as the page says',
    async judge({ service, page, press }) {
      const { mailings } = service.client;
      const copied = await createSendout(service);
      await mailings.setSubject({ mailingid: copied, body: 'Tulips in May' }).orThrow();
      const form = await page(`/console/mailings/new?copy=${copied}`);
      expect(textOf(form)).toContain('A copy keeps its subject if you enter none.');
      expect(/<input id="subject"[^>]*>/.exec(form)?.[0]).not.toContain('required');
      const fields = { name: 'Copied without a subject', subject: '', copy: String(copied) };
      const { address } = await press('/console/mailings/new', '/console/mailings/new', fields);
      const mailingid = Number(/\d+/.exec(address)![0]);
      expect(await mailings.getSubject({ mailingid }).orThrow()).toBe('Tulips in May');
      const empty = await press('/console/mailings/new', '/console/mailings/new', {
        ...fields,
        name: 'Empty',
        copy: '',
      });
      expect(empty.html).toContain('Write a subject.');
    },
  },
  {
    routes: ['GET /mailings/:id/resend', 'POST /mailings/:id/resend'],
    title: 'who did not open a mailing is counted, and a draft goes to them once',
    async judge({ service, page, press }) {
      const { client, db } = service;
      const mailingid = await createSendout(service);
      const own = `/console/mailings/${mailingid}`;
      expect(await page(own)).not.toContain(`href="${own}/resend"`);
      await client.mailings.sendNow({ mailingid }).orThrow();
      await reached(service, mailingid, 'done');
      const sent = (await db.selectFrom('delivery').select('id').where('mailing_id', '=', mailingid).execute()).length;
      const name = await client.mailings.getName({ mailingid }).orThrow();
      for (const path of [own, `${own}/report`]) expect(await page(path)).toContain(`href="${own}/resend"`);
      const form = await page(`${own}/resend`);
      expect(textOf(form)).toContain(`${sent} contacts got “${name}” and have not opened it.`);
      const taken = await press(`${own}/resend`, `${own}/resend`, { name, subject: 'Still there?' });
      expect(taken.html).toContain('value="Still there?"');
      const fields = { name: 'For the second time', subject: 'Still there?' };
      const draft = await press(`${own}/resend`, `${own}/resend`, fields);
      const id = Number(/\d+/.exec(draft.address)![0]);
      expect(await client.mailings.getSubject({ mailingid: id }).orThrow()).toBe('Still there?');
      expect(draft.html).toContain(`data-recipients="${sent}"`);
      const twice = await press(own, `${own}/resend`, { name: 'For the third time', subject: 'Hello?' });
      expect(textOf(twice.html)).toContain('a mailing that sends this one again already');
      const report = await page(`${own}/report`);
      expect(textOf(report)).toContain('Those who did not open it get For the second time');
      expect(report).not.toContain(`href="${own}/resend"`);
      expect(await page(`${own}/report.csv`)).toContain(`resent_by,${id}`);
    },
  },
  {
    routes: ['POST /mailings/:id/pause', 'POST /mailings/:id/resume', 'POST /mailings/:id/cancel'],
    title: 'a paused mailing says so and sends nothing, a resumed one goes on, a canceled one is over',
    async judge({ service, sink, page, press }) {
      const { client } = service;
      const mailingid = await createSendout(service);
      await client.mailings.setSubject({ mailingid, body: 'Stopped' }).orThrow();
      // Every mail is put off, so that the mailing is on its way until somebody stops it.
      const { items } = await client.contacts.list({ page_size: 100 }).orThrow();
      for (const { email } of items) if (email) sink.refused.set(email, '451 4.7.1 Later');
      await client.mailings.sendNow({ mailingid }).orThrow();
      await reached(service, mailingid, 'sending');
      const own = `/console/mailings/${mailingid}`;
      const sent = () => sink.mails.filter(({ email }) => email.subject === 'Stopped').length;
      for (const [button, state, words] of [
        ['pause', 'paused', 'Paused'],
        ['resume', 'sending', 'Being sent'],
        ['cancel', 'canceled', 'Canceled'],
      ] as const) {
        await press(own, `${own}/${button}`);
        expect([factOf(await page(own), 'State'), sent()]).toEqual([words, 0]);
        expect(await client.mailings.getState({ mailingid }).orThrow()).toBe(state);
      }
      sink.refused.clear();
    },
  },
  {
    routes: ['GET /mailings', 'GET /mailings/new', 'GET /automation/new', 'GET /automation'],
    title: 'what is older than a hundred others can be copied and chosen as before',
    async judge({ service, page }) {
      const { mailings } = service.client;
      const create = (name: string) => mailings.create({ name, subject: name, type: 'trigger' }).orThrow();
      const first = await create('Older than all');
      for (let at = 0; at < 101; at++) await create(`Younger ${at}`);
      const chosen = `<option value="${first}" selected>Copy of Older than all</option>`;
      expect(await page(`/console/mailings/new?copy=${first}`)).toContain(chosen);
      expect(await page('/console/mailings/new?copy=99999999')).not.toContain('value="99999999"');
      expect(await page('/console/automation/new')).toContain(`<option value="${first}">Older than all (not active)`);
      expect(await page('/console/automation')).toContain(`href="/console/mailings/${first}"`);

      // A search by subject finds all states, and the page does not say another thing.
      const found = await page('/console/mailings?subject=Older+than+all&state=sent');
      expect(textOf(found)).toContain('1 mailing ');
      expect(found).toContain('<option value="" selected>All states</option>');
    },
  },
];
