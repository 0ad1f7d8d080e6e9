import { expect, vi } from 'vitest';
import { createSendout, reached } from '../../support/sendout.ts';
import { sendTracked, visit } from '../../support/tracked-mailing.ts';
import { factOf, type Row, textOf, type World } from '../row.ts';

const html =
  '<p>Hello</p><a href="https://example.com/tulips">Tulips</a> <a href="https://example.com/roses">Roses</a> <a href="[[LINK|UNSUBSCRIBE]]">Leave</a>';

/** A mailing that six people got: two opened and clicked, one of them anonymously, one left, one complained, one bounced. */
async function sentAndRead({ service }: World) {
  const { client, db, accountId } = service;
  const people: number[] = [];
  for (const [name, first] of [
    ['opener', 'Olga'],
    ['leaver', '=1+1'],
    ['spam', 'Sam'],
    ['bounced', 'Bo'],
    ['quiet', 'Quinn'],
    ['hidden', 'Hidden'],
  ])
    people.push(
      await client.contacts
        .createByEmail({
          email: `${name}-${crypto.randomUUID()}@truth.example`,
          permission: 5,
          body: { standard_fields: [{ name: 'FIRSTNAME', value: first! }] },
        })
        .orThrow(),
    );
  const [opener, leaver, spam, bounced, , hidden] = people as [number, number, number, number, number, number];
  const mails = await sendTracked(service, html, people);
  const mailingid = mails.mailingId;
  await client.mailings
    .setSubject({ mailingid, body: 'For [[CONTACT|FIRSTNAME|you & me]], [[CONTACT|CITY]]' })
    .orThrow();
  await db.updateTable('mailing').set({ state: 'done' }).where('id', '=', mailingid).execute();
  const of = mails.mailOf(opener);
  for (const url of [of.pixel, of.links[0]!, of.links[0]!, of.links[1]!]) await visit(service, url);
  await visit(service, mails.mailOf(hidden, 'anonymous').links[0]!);
  await visit(service, mails.mailOf(leaver).pixel, 'Mozilla/5.0');
  const reasons = new URLSearchParams({ reason: 'no_demand', message: 'Moved to <Rome>' });
  await service.fetch(mails.mailOf(leaver).unsubscribe, { method: 'POST', body: reasons });
  const about = { account_id: accountId, mailing_id: mailingid };
  await db
    .insertInto('unsubscription')
    .values({ ...about, contact_id: spam, source: 'complaint' })
    .execute();
  const twice = ['5.1.1', '5.1.10'].map((status_code) => ({
    ...{ ...about, contact_id: bounced, type: 'permanent' as const, status_code, reason: 'mailbox-unknown' as const },
    ...{ at: new Date(), source: 'reply' as const, fingerprint: crypto.randomUUID() },
  }));
  await db.insertInto('bounce').values(twice).execute();
  await vi.waitFor(
    async () => expect(await client.reports.getMailing({ mailingid }).orThrow()).toMatchObject({ clicks: 4 }),
    { timeout: 20_000 },
  );
  return { mailingid, opener, people };
}

const figuresOf = (page: string) => textOf(/<dl class="figures">[\s\S]*?<\/dl>/.exec(page)![0]);
const linesOf = (file: string) => file.trim().split('\r\n');
const sharedPath = async ({ service }: World, mailingid: number) =>
  new URL(await service.client.mailings.getReportUrl({ mailingid }).orThrow()).pathname;
const statusOf = async ({ service }: World, path: string) => (await service.fetch(service.origin + path)).status;

/** What reports say. */
export const rows: readonly Row[] = [
  {
    routes: [
      'GET /mailings/:id/report',
      'GET /mailings/:id/report.csv',
      'GET /mailings/:id/report/map',
      'GET /mailings/:id/report/opens.svg',
      'GET /mailings/:id/report/clicks.svg',
      'GET /mailings/:id/report/opens.csv',
      'GET /mailings/:id/report/clicks.csv',
    ],
    title: 'the team, others, files and the API have the same numbers and the same subject, and others see nobody',
    async judge(world) {
      const { service, page } = world;
      const { client } = service;
      const { mailingid, people } = await sentAndRead(world);
      const own = `/console/mailings/${mailingid}/report`;
      const report = await client.reports.getMailing({ mailingid }).orThrow();
      expect(report).toMatchObject({ recipients: 6, opens_unique: 2, clicks: 4, clicks_unique: 2, bounces_unique: 1 });
      expect(report).toMatchObject({ unsubscriptions: 2, complaints: 1 });
      const of = { mailing_id: [mailingid] };
      const { reportCounts } = client;
      expect(await reportCounts.uniqueOpens({ ...of, exclude_anonymous_opens: false }).orThrow()).toBe(2);
      expect(await reportCounts.uniqueBounces(of).orThrow()).toBe(report.bounces_unique);

      const team = await page(own);
      const path = await sharedPath(world, mailingid);
      const others = await (await service.fetch(service.origin + path)).text();
      expect(figuresOf(others)).toBe(figuresOf(team).replaceAll(/, usually [\d.]+%/g, ''));
      expect(figuresOf(others)).toContain('Opened 2 people');
      expect(figuresOf(others)).toContain('Bounced 1 14.3%');
      for (const id of people) {
        const { email } = await client.contacts.get({ id, ignore_checksum: true }).orThrow();
        expect(others).not.toContain(email);
      }
      expect(others).not.toContain('/console/contacts');
      for (const shown of [team, others]) {
        expect(textOf(shown)).toContain('Tulips https://example.com/tulips 3 2');
        expect(textOf(shown)).toContain('Firefox 2 · 100%');
        expect(textOf(shown)).toContain('No longer needed 1 · 50%');
      }

      const file = await page(`${own}.csv`);
      for (const line of ['delivered,6', 'people_who_opened,2', 'people_who_clicked,2', 'clicks,4', 'bounced,1'])
        expect(linesOf(file)).toContain(line);
      for (const [kind, people_] of [
        ['opens', report.opens_unique],
        ['clicks', report.clicks_unique],
      ] as const) {
        const [, ...bars] = linesOf(await page(`${own}/${kind}.csv`));
        expect(bars.reduce((sum, bar) => sum + Number(bar.split(',').at(-1)), 0)).toBe(people_);
        const drawn = Array.from((await page(`${own}/${kind}.svg`)).matchAll(/<title>[^<]*: (\d+)</g), ([, n]) =>
          Number(n),
        );
        expect(drawn.reduce((sum, bar) => sum + bar, 0)).toBe(people_);
      }
      for (const map of [`${own}/map`, `${path}/mail`])
        expect(await page(map)).toContain('<a href="#" data-clicks="3">Tulips</a>');

      const subject = 'For you & me, [CITY]';
      expect(await client.mailings.getShownSubject({ mailingid }).orThrow()).toBe(subject);
      expect(report.subject).toBe(subject);
      expect(linesOf(file)).toContain(`subject,"${subject}"`);
      for (const shown of [team, others]) expect(textOf(shown)).toContain(`Subject: ${subject} `);
      expect(factOf(await page(`/console/mailings/${mailingid}`), 'Subject')).toBe(subject);
      const archive = new URL(await client.mailings.getArchiveUrl({ mailingid }).orThrow()).pathname;
      expect(await page(archive)).toContain('<title>For you &amp; me, [CITY]</title>');
    },
  },
  {
    routes: ['opened', 'clicked', 'left', 'bounced', 'spared'].flatMap((list) => [
      `GET /mailings/:id/report/${list}`,
      `GET /mailings/:id/report/${list}.csv`,
    ]),
    title: 'the lists have those whom the API lists, with reasons, say how many have no name, and open as files',
    async judge(world) {
      const { page } = world;
      const { mailingid, opener } = await sentAndRead(world);
      const own = `/console/mailings/${mailingid}/report`;
      const list = async (name: string) => {
        const [shown, file] = [await page(`${own}/${name}`), await page(`${own}/${name.replace(/(?=\?|$)/, '.csv')}`)];
        const ids = Array.from(shown.matchAll(/\/console\/contacts\/(\d+)/g), ([, id]) => Number(id));
        return { text: textOf(shown), ids, lines: linesOf(file).slice(1) };
      };
      const opened = await list('opened');
      expect([opened.ids, opened.lines.length]).toEqual([[opener], 1]);
      expect(opened.text).toContain('One more is anonymous or was erased');
      const clicked = await list('clicked');
      expect([clicked.ids, clicked.lines.length]).toEqual([[opener, opener], 2]);
      const { links } = await world.service.client.reports.getMailing({ mailingid }).orThrow();
      const roses = links.find(({ url }) => url.endsWith('roses'))!.link_id;
      expect((await list(`clicked?link=${roses}`)).lines).toEqual([expect.stringContaining('example.com/roses')]);
      const left = await list('left');
      expect(left.text).toContain('By the link in the mail No longer needed; Another reason: Moved to');
      expect(left.text).toContain('Complained that the mail is spam');
      expect(left.lines[0]).toContain(",'=1+1,");
      const bounced = await list('bounced');
      expect(bounced.text).toContain('Permanent The mailbox does not exist · 5.1.1');
      expect(bounced.lines).toHaveLength(2);
      const { db, accountId } = world.service;
      const spared = { account_id: accountId, mailing_id: mailingid, contact_id: opener, reason: 'pressure' } as const;
      await db.insertInto('spared_contact').values(spared).execute();
      const { text, ids, lines } = await list('spared');
      expect([ids, lines.length]).toEqual([[opener], 1]);
      expect(text).toContain('Got enough newsletters lately');
    },
  },
  {
    routes: ['POST /mailings/:id/report/share', 'POST /mailings/:id/report/withdraw'],
    title: 'a link shows the report until it is withdrawn, replaced or has expired, as the page says',
    async judge(world) {
      const { service, page, press } = world;
      const { mailingid } = await sentAndRead(world);
      const own = `/console/mailings/${mailingid}/report`;
      const first = await sharedPath(world, mailingid);
      expect(await page(own)).toContain(first);
      const withdrawn = await press(own, `${own}/withdraw`);
      expect(textOf(withdrawn.html)).toContain('Nobody outside your team can see this report.');
      expect(await statusOf(world, first)).toBe(404);
      expect((await service.client.mailings.getReportUrl({ mailingid })).status).toBe(404);

      const made = await press(own, `${own}/share`, { days: '7' });
      const second = await sharedPath(world, mailingid);
      expect([await statusOf(world, first), await statusOf(world, second)]).toEqual([404, 200]);
      expect(made.html).toContain(second);
      const { url_ends: ends } = await service.client.reports.getMailing({ mailingid }).orThrow();
      expect((Date.parse(`${ends!.replace(' ', 'T')}Z`) - Date.now()) / 86_400_000).toBeCloseTo(7, 1);
      expect(textOf(made.html)).toContain(`The link works until ${ends!.slice(0, 10)}`);

      await service.db.updateTable('mailing').set({ report_ends: new Date() }).where('id', '=', mailingid).execute();
      for (const part of ['', '/mail', '/totals.json']) expect(await statusOf(world, second + part)).toBe(404);
      const forever = await press(own, `${own}/share`, { days: '' });
      expect(textOf(forever.html)).toContain('The link does not expire.');
      expect(await statusOf(world, await sharedPath(world, mailingid))).toBe(200);
    },
  },
  {
    routes: ['GET /mailings/compare'],
    title: 'mailings stand side by side with the numbers of their reports',
    async judge(world) {
      const { service, page } = world;
      const ids = [(await sentAndRead(world)).mailingid, (await sentAndRead(world)).mailingid];
      const shown = textOf(await page(`/console/mailings/compare?mailing=${ids[0]}&mailing=${ids[1]}`));
      for (const mailingid of ids) {
        const { name, bounces_unique } = await service.client.reports.getMailing({ mailingid }).orThrow();
        expect(bounces_unique).toBe(1);
        expect(shown).toContain(`${name} Sent 6 33.3% 33.3% 14.3% 33.3%`);
      }
    },
  },
  {
    routes: ['GET /mailings/:id', 'GET /mailings/:id/report'],
    title: 'while a mailing is sent, its page and its report say how far it is, and for what its mails wait',
    async judge({ service, sink, page }) {
      const { client } = service;
      const mailingid = await createSendout(service);
      const { items } = await client.contacts.list({ page_size: 1000 }).orThrow();
      for (const { email } of items) if (email) sink.refused.set(email, '451 4.7.1 Come back later');
      await client.mailings.sendNow({ mailingid }).orThrow();
      await reached(service, mailingid, 'sending');
      const sendout = async () => {
        const { sendouts } = await client.account.getStatus().orThrow();
        return sendouts.find(({ mailing_id }) => mailing_id === mailingid)!;
      };
      await vi.waitFor(async () => expect((await sendout()).answers).not.toEqual([]), { timeout: 20_000 });
      const own = `/console/mailings/${mailingid}`;
      for (const path of [own, `${own}/report`]) {
        const shown = await page(path);
        const { sent, failed, skipped, recipients } = await sendout();
        expect(shown).toContain(`max="${recipients}" value="${sent + failed + skipped}"`);
        expect(textOf(shown)).toContain('deferred: 451 4.7.1 Come back later');
        expect(textOf(shown)).not.toContain('to go');
      }
      sink.refused.clear();
      await client.mailingActions.cancel({ mailingid }).orThrow();
      expect(await page(own)).not.toContain('<progress');
    },
  },
];
