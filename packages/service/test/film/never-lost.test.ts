import { mkdirSync } from 'node:fs';
import axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, openBrowser } from '../../../../tools/verify/src/browser.ts';
import { databases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { password, signedIn } from '../support/users.ts';
import { signIn } from './people.ts';

const thereIsChromium = hasChromium('work that must not be lost is not filmed.');
const pictures = process.env.MAILWRIGHT_PICTURES;
const html = '<h1>Spring</h1><a href="[[LINK|UNSUBSCRIBE]]">Leave</a>';

describe.runIf(thereIsChromium).each([
  ['on a wide screen', { width: 1280, height: 900 }],
  ['on a phone', { width: 375, height: 800 }],
])('what somebody types is never lost, %s', (_, viewport) => {
  let service: TestService;
  let browser: Browser;
  let context: BrowserContext;
  let email: string;
  beforeAll(async () => {
    service = await startTestService(await databases()[0]!.open());
    browser = await openBrowser();
    if (pictures) mkdirSync(pictures, { recursive: true });
    ({ email } = await signedIn(service, 'sender'));
    context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-GB', viewport });
    await signIn(service, await context.newPage(), email);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  let number = 0;
  const create = async () => {
    const mailingid = await service.client.mailings.create({ name: `Lasting ${number++}`, subject: 'First' }).orThrow();
    await service.client.mailings.setHtml({ mailingid, body: html }).orThrow();
    return { mailingid, own: `${service.origin}/console/mailings/${mailingid}` };
  };
  const open = async (address: string) => {
    const page = await context.newPage();
    await page.goto(address);
    return page;
  };
  const subjectOf = (mailingid: number) => service.client.mailings.getSubject({ mailingid }).orThrow();
  const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const look = async (page: Page, name: string) => {
    if (pictures) await page.screenshot({ path: `${pictures}/lost-${viewport.width}-${name}.png`, fullPage: true });
    expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBe(viewport.width);
    await page.evaluate(axe.source);
    const { violations } = (await page.evaluate('axe.run()')) as axe.AxeResults;
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
  };

  test('who leaves the page is warned, and gets the text again that was kept meanwhile', async () => {
    const { mailingid, own } = await create();
    const page = await open(`${own}/edit`);
    let warnings = 0;
    page.on('dialog', async (dialog) => {
      warnings++;
      await (warnings === 1 ? dialog.dismiss() : dialog.accept());
    });
    await page.getByRole('link', { name: 'Back to the mailing' }).click();
    await page.goBack();
    expect(warnings).toBe(0);
    await field(page, 'Subject').fill('Typed, never saved');
    const leave = () => page.evaluate("location.href = '/console/mailings'");
    await leave();
    await expect.poll(() => warnings).toBe(1);
    expect(page.url()).toBe(`${own}/edit`);
    await page.getByText('Autosaved').waitFor();
    await look(page, 'autosaved');
    await leave();
    await page.waitForURL('**/console/mailings');
    expect(warnings).toBe(2);
    expect(await subjectOf(mailingid)).toBe('First');
    await page.goto(`${own}/edit`);
    await look(page, 'unsaved-changes');
    await page.getByRole('link', { name: 'Continue with them' }).click();
    expect(await field(page, 'Subject').inputValue()).toBe('Typed, never saved');
    await press(page, 'Save');
    await page.waitForURL('**?done=saved');
    expect([warnings, await subjectOf(mailingid)]).toEqual([2, 'Typed, never saved']);
    await page.goto(`${own}/edit`);
    expect(await page.getByRole('link', { name: 'Continue with them' }).count()).toBe(0);
    await page.close();
  });

  test.each([
    ['contacts/new', 'Email address'],
    ['segments/new', 'Name'],
    ['forms/new', 'Heading of the page'],
    ['automation/new', 'Name'],
    ['webhooks/new', 'Address'],
    ['mailings/new', 'Name'],
    ['settings', 'Key'],
  ])('the form of %s is not left without a question, once something was typed', async (path, label) => {
    const page = await open(`${service.origin}/console/${path}`);
    const unsaved = page.locator('form[data-unsaved]');
    expect(await unsaved.count()).toBe(0);
    await field(page, label).first().fill('Typed');
    expect(await unsaved.count()).toBe(1);
    const asked: string[] = [];
    page.on('dialog', async (dialog) => {
      asked.push(dialog.type());
      await dialog.accept();
    });
    await page.evaluate("location.href = '/console'");
    await page.waitForURL('**/console');
    expect(asked).toEqual(['beforeunload']);
    await page.close();
  });

  test('a search is left without a question', async () => {
    const page = await open(`${service.origin}/console/suppression`);
    await page.locator('form:not([method=post]) input').first().fill('somebody');
    expect(await page.locator('form[data-unsaved]').count()).toBe(0);
    await page.close();
  });

  test('whoever goes on in MJML keeps what was typed, and the HTML for the way back', async () => {
    const { mailingid, own } = await create();
    const page = await open(`${own}/edit`);
    await field(page, 'Subject').fill('Changed by Enter');
    await field(page, 'Subject').press('Enter');
    await page.waitForURL('**?done=saved');
    expect(await subjectOf(mailingid)).toBe('Changed by Enter');
    await page.goto(`${own}/edit`);
    await field(page, 'Subject').fill('Changed before');
    await page.getByRole('textbox', { name: 'HTML', exact: true }).click();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.insertText('<p>More</p>');
    await press(page, 'Write in MJML instead');
    await page.getByRole('textbox', { name: 'MJML', exact: true }).waitFor();
    expect(await field(page, 'Subject').inputValue()).toBe('Changed before');
    await look(page, 'mjml');
    await press(page, 'Write HTML instead');
    await page.getByRole('textbox', { name: 'HTML', exact: true }).waitFor();
    expect(await page.locator('textarea[name=html]').inputValue()).toBe(`${html}<p>More</p>`);
    await press(page, 'Save');
    await page.waitForURL('**?done=saved');
    expect(await service.client.mailings.getHtml({ mailingid }).orThrow()).toBe(`${html}<p>More</p>`);
    expect(await subjectOf(mailingid)).toBe('Changed before');
    await page.close();
  });

  test('two tabs: the second one is shown both texts, and what it chooses is saved', async () => {
    const { mailingid, own } = await create();
    const [first, second] = [await open(`${own}/edit`), await open(`${own}/edit`)];
    await field(first, 'Subject').fill('Of the first tab');
    await field(first, 'Preview text').fill('Of the first tab too');
    await press(first, 'Save');
    await first.waitForURL('**?done=saved');
    await field(second, 'Subject').fill('Of the second tab');
    await field(second, 'Sender name').fill('Garden');
    await press(second, 'Save');
    await second.getByText('While you were writing').waitFor();
    expect(await subjectOf(mailingid)).toBe('Of the first tab');
    await look(second, 'conflict');
    const group = second.getByRole('group', { name: 'Subject', exact: true });
    expect(await group.getByLabel('What you have typed').isChecked()).toBe(true);
    expect(await second.getByRole('group', { name: 'Sender name' }).count()).toBe(0);
    await group.getByLabel('What was saved meanwhile').check();
    await press(second, 'Save what is chosen');
    await second.waitForURL('**?done=saved');
    const { mailings } = service.client;
    const parts = [mailings.getSubject, mailings.getPreviewText, mailings.getSenderAlias] as const;
    expect(await Promise.all(parts.map((part) => part({ mailingid }).orThrow()))).toEqual([
      'Of the first tab',
      'Of the first tab too',
      'Garden',
    ]);
    await first.close();
    await second.close();
  });

  test('a session that ended costs nothing: after signing in, the page is there with all that was typed', async () => {
    const { mailingid, own } = await create();
    const page = await open(`${own}/edit`);
    await field(page, 'Subject').fill('Typed in an old session');
    await context.clearCookies();
    await press(page, 'Save');
    await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
    await page.getByText('This session has ended before your changes were saved.').waitFor();
    await look(page, 'signed-out');
    expect(await page.content()).not.toContain('Typed in an old session');
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password').fill(password);
    await press(page, 'Sign in');
    await page.getByText('You have signed in again').waitFor();
    expect(await field(page, 'Subject').inputValue()).toBe('Typed in an old session');
    await look(page, 'signed-in-again');
    expect(await subjectOf(mailingid)).toBe('First');
    await press(page, 'Save');
    await page.waitForURL('**?done=saved');
    expect(await subjectOf(mailingid)).toBe('Typed in an old session');
    await page.close();
  });

  test('versions are listed, looked at, and restored', async () => {
    const { mailingid, own } = await create();
    const { mailings } = service.client;
    await mailings.setContents({ mailingid, body: { subject: 'Second', html: '<p>Second text</p>' } }).orThrow();
    const page = await open(`${own}/edit`);
    await page.getByRole('link', { name: 'Versions' }).click();
    await look(page, 'versions');
    await page.getByRole('row', { name: 'Changed outside of the editor' }).getByRole('link').click();
    await page.frameLocator('iframe.phone').getByText('Spring').waitFor();
    await look(page, 'version');
    await press(page, 'Restore this version');
    await page.waitForURL('**?done=restored');
    expect([await subjectOf(mailingid), await mailings.getHtml({ mailingid }).orThrow()]).toEqual(['First', html]);
    await page.close();
  });
});
