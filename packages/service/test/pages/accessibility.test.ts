import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hasChromium, openBrowser } from '../../../../tools/verify/src/browser.ts';
import { administer } from '../support/administration.ts';
import { databases } from '../support/database.ts';
import { endsOfMails, releaseOptInMailing } from '../support/opt-in.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { sendTracked, visit } from '../support/tracked-mailing.ts';

const thereIsChromium = hasChromium('the pages are not tried in a browser.');

/** Where pictures of the pages go, for whoever wants to look at them. */
const pictures = process.env.MAILWRIGHT_PICTURES;
const [embedded] = databases();

const html = `<body style="font-family:sans-serif"><h1>Spring has come</h1><p>Hello [[CONTACT|FIRSTNAME|friend]]</p>
<p><a href="https://example.com/boats">See the boats</a> or <a href="https://example.com/a/long/way?${'x'.repeat(120)}">go on</a>.</p></body>`;

/** Where the mails that were sent for approval lead to. */
async function approvalLinks(service: TestService): Promise<string[]> {
  const { client, groupId } = service;
  const mailingid = await client.mailings.create({ name: 'Autumn', subject: 'For [[CONTACT|FIRSTNAME]]' }).orThrow();
  await client.mailings.setSender({ mailingid, body: 'news@example.com' }).orThrow();
  await client.mailings.setHtml({ mailingid, body: html }).orThrow();
  await client.mailingChecks.startApproval({ mailingid, test_targetgroup_id: await groupId('test') }).orThrow();
  return linksInMails(service, /https:\/\/[^/]+(\/approve\/[\w-]+)/);
}

const docsPages = {
  docs: '/docs/',
  guide: '/docs/guides/common-mistakes.html',
  'first-newsletter': '/docs/guides/first-newsletter.html',
  reference: '/docs/reference/index.html',
  operation: '/docs/reference/transactions/createTransactions.html',
  attachments: '/docs/reference/mailing-attachments/addMailingAttachment.html',
  errors: '/docs/reference/errors.html',
  search: '/docs/search.html?q=send+newsletter',
  missing: '/docs/nothing/here',
};

/** What a pattern finds first in mails of the outbox; at least one. */
async function linksInMails({ outboxDirectory }: TestService, pattern: RegExp): Promise<string[]> {
  const mails = globSync('**/*.eml', { cwd: outboxDirectory }).map((file) => join(outboxDirectory, file));
  const texts = await Promise.all(mails.map(async (file) => (await PostalMime.parse(readFileSync(file))).html ?? ''));
  const found = texts.flatMap((html) => pattern.exec(html)?.[1] ?? []);
  if (found.length === 0) throw new Error(`No mail has a link such as ${pattern}.`);
  return found;
}

/** Where two people confirm that they want mails. */
async function optInLinks(service: TestService): Promise<string[]> {
  await releaseOptInMailing(service, 'pages');
  for (const email of ['one@example.org', 'two@example.org']) {
    await service.client.contacts.createByEmail({ email, doi: true, doimailing: 'pages', body: {} }).orThrow();
  }
  await endsOfMails(service);
  return linksInMails(service, /https:\/\/[^/]+(\/doi\/[\w-]+)/);
}

/** All of axe's; where the sender's own design is the page, those of the guidelines (WCAG 2.1 AA). */
const rulesFor = (name: string) => ({
  ...(['archive', 'online'].includes(name) ? { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] } : {}),
  // Places are told of what is wrong alone.
  resultTypes: ['violations'],
});

async function newestMail({ fetch, origin, key }: TestService): Promise<string> {
  const list = await fetch(`${origin}/outbox`, { headers: { authorization: `Bearer ${key}` } });
  return /\/outbox\/[\w-]+/.exec((await list.text()).split('<ul')[1]!)![0];
}

describe.runIf(thereIsChromium)('pages in a browser', () => {
  let service: TestService;
  let browser: Browser;
  let cookie: string;
  const paths: Record<string, string> = {};
  beforeAll(async () => {
    service = await startTestService(await embedded!.open());
    const people = (await service.client.contacts.list({}).orThrow()).items.map(({ id }) => id);
    const { mailOf, mailingId } = await sendTracked(service, html, people);
    for (const id of people.slice(0, 4)) {
      await visit(service, mailOf(id).pixel);
      await visit(service, mailOf(id).links[0]!);
    }
    await vi.waitFor(async () => expect((await service.db.selectFrom('click').select('id').execute()).length).toBe(4), {
      timeout: 10_000,
    });
    // Spread over some hours, so that there is a line to draw.
    await service.db.updateTable('mailing').set({ state: 'paused' }).where('id', '=', mailingId).execute();
    const { accountId } = service;
    await service.db
      .insertInto('sendout')
      .values({ account_id: accountId, mailing_id: mailingId, recipients: people.length })
      .execute();
    const waiting = people.map((contact_id) => ({ account_id: accountId, mailing_id: mailingId, contact_id }));
    await service.db.insertInto('recipient').values(waiting).execute();
    const about = { account_id: accountId, mailing_id: mailingId, at: new Date(), source: 'reply' as const };
    await service.db
      .insertInto('bounce')
      .values({ ...about, contact_id: people[5]!, type: 'permanent', status_code: '5.1.1', fingerprint: 'x' })
      .execute();
    const openings = await service.db.selectFrom('opening').select('id').execute();
    for (const [hours, { id }] of openings.entries()) {
      const at = new Date(Date.now() - hours ** 2 * 1_800_000);
      await service.db.updateTable('opening').set({ at }).where('id', '=', id).execute();
    }
    const mailing = service.db
      .selectFrom('mailing')
      .select(['report_token', 'archive_token'])
      .where('id', '=', mailingId);
    const { report_token, archive_token } = await mailing.executeTakeFirstOrThrow();
    const pathOf = (url: string) => new URL(url).pathname;
    const [approval, approved] = (await approvalLinks(service)) as [string, string];
    const [optIn, optedIn] = (await optInLinks(service)) as [string, string];
    Object.assign(paths, {
      outbox: '/outbox',
      report: `/report/${report_token}`,
      unsubscribe: pathOf(mailOf(people[4]!).unsubscribe),
      done: pathOf(mailOf(people[5]!).unsubscribe),
      profile: pathOf(mailOf(people[4]!).profile),
      approval,
      approved,
      'opt-in': optIn,
      'opted-in': optedIn,
      archive: `/archive/${archive_token}`,
      online: pathOf(mailOf(people[4]!).online),
      'profile-saved': pathOf(mailOf(people[4]!).profile),
      mail: await newestMail(service),
      unknown: '/u/x',
      ...docsPages,
    });
    for (const [path, form] of [
      [approved, 'decision=approved&comment=Well+done'],
      [optedIn, ''],
    ] as const) {
      const answer = await service.fetch(service.origin + path, { method: 'POST', body: new URLSearchParams(form) });
      expect(answer.status).toBe(200);
    }
    const names = ['FIRSTNAME', 'LASTNAME', 'GENDER', 'BIRTHDAY', 'LOCALE'];
    await administer(service.db).setProfileFields({ account: service.accountId, names });
    await service.fetch(mailOf(people[5]!).unsubscribe, { method: 'POST' });
    const body = new URLSearchParams({ key: service.key });
    const signedIn = await service.fetch(`${service.origin}/console/sign-in`, {
      ...{ method: 'POST', redirect: 'manual', body },
    });
    cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!;
    const outbox = await service.fetch(`${service.origin}/outbox`, { headers: { cookie } });
    paths.mail = /"(\/outbox\/[\w-]+)"/.exec(await outbox.text())![1]!;
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  const names = [
    'outbox',
    'mail',
    'report',
    'unsubscribe',
    'done',
    'profile',
    'profile-saved',
    'approval',
    'approved',
    'opt-in',
    'opted-in',
    'archive',
    'online',
    'unknown',
    ...Object.keys(docsPages),
  ];
  const looks = ([375, 1280] as const).flatMap((width) =>
    (['light', 'dark'] as const).map((scheme) => ({ width, scheme })),
  );

  describe.each(names)('%s', (name) => {
    let page: Page;
    beforeAll(async () => {
      page = await opened(name);
    });
    afterAll(() => page?.context().close());

    test.each(looks)('at $width px, $scheme: within the screen, and no violation', async ({ width, scheme }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme });
      if (pictures) await page.screenshot({ path: `${pictures}/${name}-${width}-${scheme}.png`, fullPage: true });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      const { violations } = (await page.evaluate(`axe.run(${JSON.stringify(rulesFor(name))})`)) as axe.AxeResults;
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
    });
  });

  test('the console follows a sendout without being loaded again', async () => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true, extraHTTPHeaders: { cookie } });
    try {
      const page = await context.newPage();
      await page.clock.install();
      await page.goto(`${service.origin}/console`);
      const facts = page.locator('#running .soft');
      expect(await facts.textContent()).toBe('0 of 6');
      await page.evaluate('window.sameDocument = true');
      await service.db.updateTable('recipient').set({ state: 'sent' }).execute();
      await page.clock.runFor(5000);
      await expect.poll(() => facts.textContent()).toBe('6 of 6');
      expect(await page.evaluate('window.sameDocument')).toBe(true);
    } finally {
      await context.close();
    }
  });

  test('an operation is tried in its page, with a key that stays in the tab', async () => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    try {
      const page = await context.newPage();
      const refused: string[] = [];
      page.on('console', (message) => message.type() === 'error' && refused.push(message.text()));
      await page.goto(`${service.origin}/docs/reference/contacts/countContacts.html`);
      const place = page.locator('.try');
      await place.getByRole('button', { name: 'Try it' }).click();
      await place.getByLabel('API key').fill(service.key);
      await place.getByLabel('updated_after').fill('');
      await place.getByRole('button', { name: 'Send GET' }).click();
      const { contacts } = await service.db
        .selectFrom('contact')
        .where('account_id', '=', service.accountId)
        .select((select) => select.fn.countAll<number>().as('contacts'))
        .executeTakeFirstOrThrow();
      const wanted = new RegExp(`^200[\\s\\S]*<count>${contacts}</count>`);
      await expect.poll(() => place.locator('pre').textContent()).toMatch(wanted);
      expect(await page.evaluate('[localStorage.length, document.cookie, Object.keys(sessionStorage)]')).toEqual([
        0,
        '',
        ['mailwright-api-key'],
      ]);
      expect(refused).toEqual([]);
    } finally {
      await context.close();
    }
  });

  test('results come while somebody types', async () => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    try {
      const page = await context.newPage();
      await page.goto(`${service.origin}/docs/guides/errors.html`);
      await page.getByRole('searchbox').pressSequentially('send newsletter');
      await page.locator('.results a').first().waitFor();
      await expect
        .poll(() => page.locator('.results a').allTextContents())
        .toContain('Send a mailing now POST /mailings/{mailingid}/sendnow');
    } finally {
      await context.close();
    }
  });

  test('a report on paper is dark on white and as wide as the paper, also for those who read white on dark', async () => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport: { width: 718, height: 1000 } });
    try {
      const page = await context.newPage();
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      await page.goto(service.origin + paths.report!);
      if (pictures) await page.screenshot({ path: `${pictures}/report-print.png`, fullPage: true });
      const colours = 'getComputedStyle(document.body).backgroundColor + getComputedStyle(document.body).color';
      expect(await page.evaluate(colours)).toBe('rgb(255, 255, 255)rgb(27, 35, 51)');
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(718);
    } finally {
      await context.close();
    }
  });

  /** A page as a reader has it who looks for everything, with axe in it. */
  async function opened(name: string): Promise<Page> {
    const context = await browser.newContext({
      ignoreHTTPSErrors: true,
      bypassCSP: true,
      extraHTTPHeaders: { cookie },
    });
    const page = await context.newPage();
    await page.goto(service.origin + paths[name]!);
    if (name === 'profile-saved') await page.getByRole('button', { name: 'Save' }).click();
    if (name === 'report') {
      const mail = page.frameLocator('iframe');
      await vi.waitFor(async () =>
        expect(await mail.locator('a').allTextContents()).toEqual(['See the boats', 'go on']),
      );
    }
    if (name === 'approval') {
      const mail = page.frameLocator('iframe').locator('h1');
      await vi.waitFor(async () => expect(await mail.textContent()).toBe('Spring has come'));
    }
    await page.evaluate("document.querySelectorAll('.operation details').forEach((one) => { one.open = true })");
    const tryIt = page.getByRole('button', { name: 'Try it' });
    if ((await tryIt.count()) > 0) await tryIt.first().click();
    await page.evaluate(axe.source);
    return page;
  }
});
