import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, openBrowser } from '../../../../tools/verify/src/browser.ts';
import { usualDatabases } from '../support/database.ts';
import { confirmLink, releaseOptInMailing } from '../support/opt-in.ts';
import { createSendout, reached } from '../support/sendout.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';

const thereIsChromium = hasChromium('sign-up forms are not tried in a browser.');
/** Where pictures of the pages go, for whoever wants to look at them. */
const pictures = process.env.MAILWRIGHT_PICTURES;

describe.runIf(thereIsChromium).each(usualDatabases().slice(0, 1))('sign-up forms in a browser', ({ open }) => {
  let service: TestService;
  let smtp: SmtpSink;
  let browser: Browser;
  let site: Server;
  let siteUrl: string;
  let formUrl: string;
  let formId: number;
  let context: BrowserContext | undefined;
  beforeAll(async () => {
    smtp = await startSmtpSink();
    service = await startTestService(await open(), smtp.url);
    await releaseOptInMailing(service, 'default');
    await service.client.contacts.createCustomField({ field: 'NEWS', type: 'boolean' }).orThrow();
    let html = '';
    site = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
    }).listen(0, '127.0.0.1');
    await once(site, 'listening');
    siteUrl = `http://localhost:${(site.address() as AddressInfo).port}`;
    const form = await service.client.signUpForms
      .create({
        body: {
          name: 'Static site',
          title: 'Letters from the garden',
          fields: [{ name: 'FIRSTNAME', required: true }, { name: 'BIRTHDAY' }],
          topics: [{ field: 'NEWS', label: 'News of the month' }],
          consent: 'I would like to receive letters by email.\nI can unsubscribe at any time.',
          origins: [siteUrl],
        },
      })
      .orThrow();
    ({ url: formUrl, id: formId } = form);
    await service.client.account.setBranding({ body: { color: '#8a1c4a' } }).orThrow();
    const snippet = await (await service.fetch(`${formUrl}/snippet`)).text();
    html = `<!DOCTYPE html><html lang="en"><title>A garden</title><main><h1>A garden</h1>${snippet}</main>`;
    browser = await openBrowser();
  });
  afterEach(() => context?.close());
  afterAll(async () => {
    await browser?.close();
    await service?.close();
    await smtp?.close();
    site?.close();
  });

  async function visit(url: string, javaScriptEnabled = true): Promise<Page> {
    context = await browser.newContext({ ignoreHTTPSErrors: true, javaScriptEnabled, bypassCSP: javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(url);
    return page;
  }
  async function fillIn(page: Page, email: string): Promise<void> {
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('News of the month').check();
    await page.getByLabel('I would like to receive').check();
  }
  const submit = (page: Page) => page.getByRole('button', { name: 'Subscribe' }).click();
  /** Presses the button until the form is accepted: it may have been filled in too fast for a person. */
  async function submitAgain(page: Page): Promise<void> {
    await expect
      .poll(async () => {
        const button = page.getByRole('button', { name: 'Subscribe' });
        if ((await button.count()) > 0) await button.click();
        return page.getByRole('heading').first().textContent();
      })
      .toBe('Thank you');
  }
  async function confirm(page: Page, email: string): Promise<void> {
    await page.goto(confirmLink((await smtp.mailTo(email)).email));
    await page.getByRole('button', { name: 'Yes, I want these emails' }).click();
    await page.getByText('Your subscription is confirmed').waitFor();
    const contact = await service.client.contacts
      .getByEmail({ email, standard_field: ['FIRSTNAME'], custom_field: ['NEWS'] })
      .orThrow();
    expect(contact).toMatchObject({
      permission: 4,
      standard_fields: [{ value: 'Ada' }],
      custom_fields: [{ name: 'NEWS', value: 'true' }],
    });
  }
  async function violations(page: Page): Promise<string[]> {
    await page.evaluate(axe.source);
    const found = (await page.evaluate('axe.run()')) as axe.AxeResults;
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }

  test('a static page of another site signs people up in place', async () => {
    const page = await visit(siteUrl);
    expect(await violations(page)).toEqual([]);
    await fillIn(page, 'placed@reader.example');
    await submit(page);
    await page.getByRole('status').waitFor();
    expect(await page.getByRole('status').textContent()).toContain('We have sent you an email');
    expect(page.url()).toBe(`${siteUrl}/`);
    await confirm(page, 'placed@reader.example');
    const { items } = await service.client.signUpForms.listSignUps({ formId }).orThrow();
    expect(items[0]).toMatchObject({ email: 'placed@reader.example', page: siteUrl, confirmed: expect.any(String) });
  });

  test.each([
    ['light', '#ffffff', '#222222'],
    ['dark', '#101418', '#f2f2f2'],
  ])('in a %s page of another site, the form has its font and colors, on a phone too', async (_, paper, ink) => {
    const page = await visit(siteUrl);
    await page.setViewportSize({ width: 340, height: 800 });
    const content = `body{font:18px/1.4 Georgia,serif;color:${ink};background:${paper}}`;
    await page.addStyleTag({ content });
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(340);
    const looks = await page.evaluate(`(() => {
      const style = (part) => getComputedStyle(document.querySelector('form[data-mailwright] ' + part));
      const [body, input, label] = [getComputedStyle(document.body), style('#email'), style('label')];
      return [input.fontFamily === body.fontFamily, input.color === body.color, label.display, style('button').backgroundColor];
    })()`);
    expect(looks).toEqual([true, true, 'block', 'rgb(138, 28, 74)']);
    if (pictures) await page.screenshot({ path: `${pictures}/embedded-${paper.slice(1)}.png`, fullPage: true });
    await page.addStyleTag({ content: 'button { background: #000000 }' });
    expect(
      await page.evaluate("getComputedStyle(document.querySelector('button')).backgroundColor"),
      'rules of the site win',
    ).toBe('rgb(0, 0, 0)');
  });

  test('a static page of another site works without JavaScript', async () => {
    const page = await visit(siteUrl, false);
    await fillIn(page, 'plain@reader.example');
    await submit(page);
    await page.getByText('press the button once more').waitFor();
    expect(new URL(page.url()).origin).toBe(service.origin);
    await submitAgain(page);
    await confirm(page, 'plain@reader.example');
  });

  test.each([true, false])('from a static page to leaving again; JavaScript: %s', async (javaScript) => {
    const email = `whole-${javaScript}@reader.example`;
    const page = await visit(siteUrl, javaScript);
    const inspect = async (name: string) => {
      if (!javaScript) return;
      if (pictures) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
      expect(await violations(page)).toEqual([]);
    };
    await fillIn(page, email);
    await submit(page);
    if (javaScript) await page.getByRole('status').waitFor();
    else await submitAgain(page);
    await confirm(page, email);

    const mailingid = await createSendout(
      service,
      '<a href="[[LINK|PROFILE]]">preferences</a> <a href="[[LINK|UNSUBSCRIBE]]">leave</a>',
    );
    await service.client.mailings.sendNow({ mailingid }).orThrow();
    await reached(service, mailingid, 'done');
    const newsletter = (await smtp.mailTo(email, 2)).email.html!;
    await page.goto(/https:[^"]+/.exec(newsletter)![0]);
    expect(await page.getByLabel('News of the month').isChecked()).toBe(true);
    await inspect('preferences');
    await page.getByLabel('News of the month').uncheck();
    await page.getByLabel('How often').selectOption('At most one a month');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Your changes are saved.').waitFor();
    expect(await page.getByLabel('News of the month').isChecked()).toBe(false);
    await inspect('preferences-saved');
    await page.getByRole('link', { name: 'Unsubscribe' }).click();
    await inspect('unsubscribe');
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await page.getByText('You are unsubscribed').first().waitFor();
    await inspect('unsubscribed');

    await page.goto(/https:[^"]+/.exec(newsletter)![0]);
    await page.getByText('You receive no newsletters').waitFor();
    await inspect('preferences-unsubscribed');
    await page.getByRole('button', { name: 'Send me the link' }).click();
    await page.getByRole('status').waitFor();
    const { text } = (await smtp.mailTo(email, 3)).email;
    await page.goto(/https:\S+/.exec(text!)![0]);
    await inspect('own-data');
    await page.getByLabel('Yes, delete all my data').check();
    await page.getByRole('button', { name: 'Delete my data' }).click();
    await page.getByRole('heading', { name: 'Your data is deleted' }).waitFor();
    await inspect('own-data-deleted');
    expect((await service.client.contacts.getByEmail({ email })).response?.status).toBe(404);
  });

  test('a site that is not allowed leads to the page of the form', async () => {
    const page = await visit(siteUrl.replace('localhost', '127.0.0.1'));
    await fillIn(page, 'foreign@reader.example');
    await submit(page);
    await page.getByText('press the button once more').waitFor();
    expect(new URL(page.url()).origin).toBe(service.origin);
  });

  test('under attack, the browser works for the sign-up, and without JavaScript people are told', async () => {
    const { id: attackedId, url } = await service.client.signUpForms
      .create({ body: { name: 'Attacked', consent: 'I would like to receive letters.' } })
      .orThrow();
    const soon = new Date(Date.now() + 1_800_000);
    const used = { account_id: service.accountId, key: `form ${attackedId}`, used_until: soon };
    await service.db.insertInto('sign_up_allowance').values(used).execute();
    const plain = await visit(url, false);
    expect(await plain.locator('noscript').textContent()).toContain('works only with JavaScript');
    await context?.close();
    const page = await visit(url);
    await page.getByLabel('Email address').fill('wörked@reader.example'.replace('ö', 'o'));
    await page.getByLabel('I would like to receive').check();
    await submitAgain(page);
    const { items } = await service.client.signUpForms.listSignUps({ formId: attackedId }).orThrow();
    expect(items).toHaveLength(1);
  });

  const looks = [375, 1280].flatMap((width) => (['light', 'dark'] as const).map((scheme) => ({ width, scheme })));
  test.each(looks)('at $width px, $scheme: the pages are within the screen, and axe finds nothing', async (look) => {
    const { width, scheme } = look;
    const page = await visit(formUrl);
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    const inspect = async (name: string) => {
      if (pictures) await page.screenshot({ path: `${pictures}/${name}-${width}-${scheme}.png`, fullPage: true });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(await violations(page)).toEqual([]);
    };
    await inspect('sign-up');
    await page.evaluate("document.querySelector('form').noValidate = true");
    await page.getByLabel('Email address').fill('nobody');
    // A form that is sent too soon is shown again with another message, until it is old enough.
    await expect
      .poll(async () => {
        await page.evaluate("document.querySelector('form').noValidate = true");
        await submit(page);
        return page.getByRole('alert').textContent();
      })
      .toBe('Please correct the marked fields.');
    await inspect('sign-up-wrong');
    await fillIn(page, `look-${width}-${scheme}@reader.example`);
    await submitAgain(page);
    await inspect('sign-up-thanks');
  });
});
