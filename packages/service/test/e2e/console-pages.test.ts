import { mkdirSync } from 'node:fs';
import axe from 'axe-core';
import { writeXlsx } from 'hucre/xlsx';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromium as executablePath, hasChromium } from '../support/chromium.ts';
import { html, slowDown } from '../support/console.ts';
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

let service: TestService;
beforeAll(async () => {
  service = await startTestService(await embedded!.open());
});
afterAll(() => service?.close());

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
    await slowDown(service, sent);
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
