import { mkdirSync } from 'node:fs';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, openBrowser } from '../../../../tools/verify/src/browser.ts';
import { routes } from '../../../console/src/pages/routes.ts';
import { findRoute } from '../../../console/src/web/routes.ts';
import { messyWorkbook } from '../film/newcomer.ts';
import { html, slowDown } from '../support/console.ts';
import { walkPages } from '../support/console-walk.ts';
import { databases } from '../support/database.ts';
import { addReports } from '../support/domain-reports.ts';
import { png } from '../support/scripted-web.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { sendTracked } from '../support/tracked-mailing.ts';
import { signedIn } from '../support/users.ts';

/** Which page an address leads to: the pattern of its route. */
const kindOf = (path: string): string | undefined => {
  const found = findRoute(routes, 'GET', path.split(/[?#]/, 1)[0]!);
  return found && 'route' in found ? found.route.pattern.source : undefined;
};

/** Files, and what is shown within a page, are no pages; `users/passkeys` looks at those of a second factor. */
const isDrawn = (kind: string): boolean => !/csv|svg|html|preview|map|second-factor/.test(kind);

/** A template in MJML with blocks of some kinds, one of which has a condition. */
async function addComposed({ client }: TestService): Promise<number> {
  const image = { name: 'dot.png', contentType: 'image/png', body: png };
  const { url } = await client.media.addImage(image).orThrow();
  const body = `<mjml><mj-body><mj-section><mj-column><mj-text>Hello</mj-text>
    <mj-raw>{% if contact.CITY == "Bonn" %}</mj-raw><mj-button>In Bonn</mj-button><mj-raw>{% endif %}</mj-raw>
    <mj-image src="${url}" /></mj-column></mj-section></mj-body></mjml>`;
  return (await client.media.addTemplate({ path: 'spring/blocks', contentType: 'text/mjml', body }).orThrow()).id;
}

const thereIsChromium = hasChromium('the console is not tried in a browser.');

/**
 * Each page of the console as people see it, in the same browser and account; `film` has them at work.
 */

/** Where pictures of the pages go, for whoever wants to look at them. */
const pictures = process.env.MAILWRIGHT_PICTURES;
const [embedded] = databases();
/** Of a page with its style and scripts, as they come over the wire. */
const mostBytes = 60_000;
/** Each width and each scheme once: contrasts do not depend on the width. */
const looks = [
  { width: 375, scheme: 'dark' },
  { width: 1280, scheme: 'light' },
] as const;
let service: TestService;
beforeAll(async () => {
  service = await startTestService(await embedded!.open());
});
afterAll(() => service?.close());

describe.runIf(thereIsChromium)('pages of the console', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
    if (pictures) mkdirSync(pictures, { recursive: true });
  });
  afterAll(() => browser?.close());

  const open = async (options: BrowserContextOptions) =>
    (await browser.newContext({ ignoreHTTPSErrors: true, ...options })).newPage();

  async function signIn(page: Page): Promise<void> {
    await page.goto(`${service.origin}/console`);
    await page.locator('summary', { hasText: 'API key' }).press('Enter');
    await page.getByLabel('API key').fill(service.key);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  }

  /** Drops an image into the editor, where an element with its address appears. */
  async function dropImage(page: Page): Promise<void> {
    const dataTransfer = await page.evaluateHandle(`(() => {
      const data = new DataTransfer();
      data.items.add(new File(['GIF89a-dropped'], 'A boat.gif', { type: 'image/gif' }));
      return data;
    })()`);
    const editor = page.getByRole('textbox', { name: 'HTML', exact: true });
    await editor.dispatchEvent('drop', { dataTransfer, clientX: 0, clientY: 0 });
    await editor.getByText('alt="A boat"').waitFor();
  }

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
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
    let bytes = 0;
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    const examine = async (name: string, path: string) => {
      bytes = 0;
      await page.goto(service.origin + path);
      // The editor has a script of its own.
      if (!/edit|mjml/.test(name))
        expect.soft(bytes, `${name}: bytes of the first view`).toBeLessThanOrEqual(mostBytes);
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
      // The words of German are the longest.
      await page.setViewportSize({ width: 375, height: 900 });
      await page.setExtraHTTPHeaders({ 'accept-language': 'de' });
      await page.goto(service.origin + path);
      await page.setExtraHTTPHeaders({});
      if (pictures) await page.screenshot({ path: `${pictures}/${name}-375-de.png`, fullPage: true });
      const [language, width] = (await page.evaluate(
        '[document.documentElement.lang, document.documentElement.scrollWidth]',
      )) as [string, number];
      expect.soft([language, width], `${name} in German`).toEqual(['de', 375]);
    };
    await examine('sign-in', '/console');
    await signIn(page);
    const { items: readers } = await service.client.contacts.list({}).orThrow();
    const people = readers.map(({ id }) => id);
    const { mailingId: sent } = await sendTracked(service, html, people);
    const { mailingId: sentBefore } = await sendTracked(service, html, people.slice(0, 1));
    await agreeOnFigures(sent);
    const { id: template } = await service.client.media.addTemplate({ path: 'spring/base', body: html }).orThrow();
    const [templateRevision] = await service.client.media.listTemplateRevisions({ templateId: template }).orThrow();
    const composed = await addComposed(service);
    const { id: block } = await service.client.media
      .addBlock({ body: { name: 'Opening hours', mjml: '<mj-text>Open from 9 to 5</mj-text>' } })
      .orThrow();
    const draft = await service.client.mailings.create({ name: 'Summer', subject: 'Summer is here' }).orThrow();
    await service.client.mailings.setHtml({ mailingid: draft, body: html }).orThrow();
    const file = { name: 'readers.xlsx', contentType: 'application/octet-stream', body: await messyWorkbook('Look') };
    const { id: uploaded } = await service.client.imports.create(file).orThrow();
    const suppressed = { import_name: 'complaints by telephone', entries: ['ida@example.org', '*@rival.example'] };
    await service.client.suppressions.add({ body: suppressed }).orThrow();
    const hook = { url: 'https://shop.example.com/hooks/mail', events: ['unsubscription' as const, 'bounce' as const] };
    await addReports(service);
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
    await slowDown(service, sent);
    const { client } = service;
    await client.contacts.createCustomField({ field: 'LEVEL', type: 'integer' }).orThrow();
    const { id: change } = await client.contacts
      .updateFound({ action: 'tag', change_tag: 'Press', count: 1, ids: people.slice(0, 1) })
      .orThrow();
    const mjml =
      '<mjml><mj-body><mj-section><mj-column><mj-text>Hi</mj-text></mj-column></mj-section></mj-body></mjml>';
    const inBlocks = await client.mailings.create({ name: 'In blocks', subject: 'Hi' }).orThrow();
    await client.mailings.setContents({ mailingid: inBlocks, body: { mjml } }).orThrow();
    const [version] = await client.mailings.listRevisions({ mailingid: inBlocks }).orThrow();
    await client.regularMailings
      .setTargetGroup({ mailingid: inBlocks, body: await service.groupId('regular') })
      .orThrow();
    const mailing_ids = [inBlocks, await client.mailings.copy({ mailingid: inBlocks }).orThrow()];
    const experiment = await client.experiments
      .create({
        body: { name: 'Subject', share: 20, criterion: 'human_clicks', mailing_ids },
      })
      .orThrow();
    const waiting = {
      name: 'By hand',
      state: 'released' as const,
      steps: [{ kind: 'wait' as const, duration: 'P1D' }],
    };
    const { id: running } = await client.marketingAutomation.create({ body: waiting }).orThrow();
    await client.marketingAutomation.start({ programId: running, body: { emails: [readers[0]!.email!] } }).orThrow();
    await client.marketingAutomation
      .update({ programId: running, body: { ...waiting, steps: steps.slice(1) } })
      .orThrow();
    const pages = {
      field: '/contacts/fields/LEVEL',
      change: `/contacts/changes/${change}`,
      'mailing-blocks': `/mailings/${inBlocks}/blocks`,
      'mailing-version': `/mailings/${inBlocks}/versions/${version!.id}`,
      'mailing-schedule': `/mailings/${draft}/schedule`,
      resend: `/mailings/${sent}/resend`,
      experiment: `/experiments/${experiment}`,
      'program-start': `/automation/${running}/start`,
      takeover: `/automation/${running}/takeover`,
      'contact-way': `/automation/${running}/contacts/${people[0]}`,
      forms: '/forms',
      form: `/forms/${signUpForm}`,
      'form-edit': `/forms/${signUpForm}/edit`,
      automation: '/automation',
      program: `/automation/${program}`,
      'program-edit': `/automation/${program}/edit`,
      images: '/images',
      settings: '/settings',
      brand: '/settings/brand',
      templates: '/templates',
      gallery: '/templates/gallery',
      design: '/templates/gallery/event',
      template: `/templates/${template}`,
      'template-edit': `/templates/${template}/edit`,
      'template-blocks': `/templates/${composed}/blocks?block=0.0.2`,
      blocks: '/blocks',
      block: `/blocks/${block}`,
      'template-versions': `/templates/${template}/versions`,
      'template-version': `/templates/${template}/versions/${templateRevision!.id}`,
      overview: '',
      delivery: '/delivery',
      domains: '/delivery/domains',
      reputation: '/delivery/reputation',
      answers: '/delivery/answers',
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
      'report-opened': `/mailings/${sent}/report/opened`,
      'report-left': `/mailings/${sent}/report/left`,
      compare: `/mailings/compare?mailing=${sent}&mailing=${sentBefore}`,
      keys: '/keys',
      key: `/keys/${key}`,
      webhooks: '/webhooks',
      'webhook-new': '/webhooks/new',
      webhook: `/webhooks/${webhook}`,
      'webhook-edit': `/webhooks/${webhook}/edit`,
      missing: '/nothing',
    };
    for (const [name, path] of Object.entries(pages)) await examine(name, `/console${path}`);
    const kinds = new Set(Object.values(pages).map((path) => kindOf(`/console${path}`)));
    const { browser: administrator } = await signedIn(service, 'administrator');
    for (const { path } of await walkPages(administrator, kindOf)) {
      const kind = kindOf(path)!;
      if (kinds.has(kind) || !isDrawn(kind)) continue;
      kinds.add(kind);
      await examine(kind.replaceAll(/\W+/g, '-'), path);
    }
    const drawn = routes.filter(({ method }) => method === 'GET').map(({ pattern }) => pattern.source);
    expect(drawn.filter((kind) => isDrawn(kind) && !kinds.has(kind))).toEqual([]);
    await page.goto(`${service.origin}/console/mailings/${draft}/edit`);
    await dropImage(page);
    await page.setExtraHTTPHeaders({ 'accept-language': 'de' });
    await page.reload();
    await page.setExtraHTTPHeaders({});
    await page.getByRole('textbox', { name: 'HTML', exact: true }).press('Control+f');
    await page.getByRole('button', { name: 'Nächster Treffer' }).waitFor();
    if (pictures) await page.screenshot({ path: `${pictures}/editor-search-de.png` });
    await page.goto(`${service.origin}/console`);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
  });
});
