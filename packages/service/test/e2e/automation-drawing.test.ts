import { mkdirSync } from 'node:fs';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, openBrowser } from '../../../../tools/verify/src/browser.ts';
import { databases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** The drawing of a program in a browser: with the keyboard alone, without JavaScript, on a phone. */

const pictures = process.env.MAILWRIGHT_PICTURES;
const [embedded] = databases();

const thereIsChromium = hasChromium('the drawing of automations is not tried in a browser.');

describe.runIf(thereIsChromium)('the drawing of an automation', () => {
  let service: TestService;
  let browser: Browser;
  let program: number;
  let own: string;
  let contact: number;
  beforeAll(async () => {
    service = await startTestService(await embedded!.open());
    browser = await openBrowser();
    if (pictures) mkdirSync(pictures, { recursive: true });
    const { client } = service;
    const rules = [{ field: 'CITY', operator: 'EQUALS' as const, value: 'Nantes' }];
    const filter = await client.contactFilters.create({ body: { name: 'Buys flowers', rules } }).orThrow();
    const mailing_id = await client.mailings.create({ name: 'Hello', subject: 'Hello!', type: 'trigger' }).orThrow();
    await client.mailings.setSender({ mailingid: mailing_id, body: 'shop@example.org' }).orThrow();
    await client.mailings.setHtml({ mailingid: mailing_id, body: '<p>Hello</p>' }).orThrow();
    await client.triggerMailings
      .createDispatching({ mailingid: mailing_id, body: { type: 'EXTERNAL', start_trigger: true } })
      .orThrow();
    const body = {
      ...{ name: 'Welcome', state: 'released' as const, goal: { contact_filter_id: filter } },
      steps: [
        { kind: 'send' as const, name: 'offer', mailing_id },
        { kind: 'wait' as const, duration: 'P3D' },
        {
          ...{ kind: 'branch_activity' as const, sent_by: 'offer', activity: 'clicked' as const },
          ...{ matching: 'thanks', others: 'remind' },
        },
        { kind: 'send' as const, name: 'remind', mailing_id },
        { kind: 'go_to' as const, to: 'last' },
        { kind: 'send' as const, name: 'thanks', mailing_id },
        { kind: 'add_tag' as const, name: 'last', tag: 'Welcomed' },
      ],
    };
    program = (await client.marketingAutomation.create({ body }).orThrow()).id;
    own = `${service.origin}/console/automation/${program}`;
    const email = 'ada@example.org';
    contact = await client.contacts.createByEmail({ email, permission: 4, body: {} }).orThrow();
    await client.marketingAutomation.start({ programId: program, body: { emails: [email] } }).orThrow();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  async function signIn(javaScriptEnabled: boolean): Promise<Page> {
    const context = await browser.newContext({
      ignoreHTTPSErrors: true,
      bypassCSP: javaScriptEnabled,
      javaScriptEnabled,
    });
    const page = await context.newPage();
    await page.goto(`${service.origin}/console`);
    await page.locator('summary', { hasText: 'API key' }).press('Enter');
    await page.getByLabel('API key').fill(service.key);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    return page;
  }

  test('its pages fit a phone and a wide screen, and axe finds nothing', async () => {
    const waiting = () => service.client.marketingAutomation.listRuns({ programId: program, step: 2 }).orThrow();
    await expect.poll(async () => (await waiting()).items.length).toBe(1);
    const page = await signIn(true);
    const paths = ['', '/steps/2', '/steps/new?after=2&way=matching', '/steps/3/place', `/contacts/${contact}`];
    for (const path of [...paths, '/try?who=&way-2=matching&start=2031-01-01']) {
      await page.goto(own + path);
      await page.evaluate(axe.source);
      for (const [width, colorScheme] of [[375, 'dark'] as const, [1280, 'light'] as const]) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        const name = `drawing${path.replaceAll(/\W+/g, '-')}-${width}`;
        if (pictures) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
        expect.soft(await page.evaluate('document.documentElement.scrollWidth'), name).toBe(width);
        const { violations } = (await page.evaluate('axe.run()')) as axe.AxeResults;
        const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
        expect.soft(found, name).toEqual([]);
      }
      const cut = await page.evaluate(
        "[...document.querySelectorAll('.drawing .in')].filter((box) => box.scrollHeight > box.clientHeight + 1).map((box) => box.textContent)",
      );
      expect.soft(cut, `${path}: texts that do not fit their boxes`).toEqual([]);
    }
  });

  test('the keyboard goes through the steps in the order of the list, and adds one without JavaScript', async () => {
    const page = await signIn(false);
    await page.goto(own);
    await page.getByRole('region', { name: 'Drawing of the automation' }).focus();
    const reached: string[] = [];
    for (let times = 0; times < 8; times++) {
      await page.keyboard.press('Tab');
      const focused = page.locator(':focus');
      reached.push((await focused.getAttribute('aria-label')) ?? (await focused.locator('b').textContent())!);
    }
    expect(reached).toEqual([
      ...['New step at the start', '1. offer', 'New step after step 1', '2.', 'New step after step 2', '3.'],
      ...['New step after step 3 (Yes)', 'New step after step 3 (No)'],
    ]);
    await page.keyboard.press('Enter');
    await page.getByText('Only the others go this way.').waitFor();
    await page.getByLabel('What happens').selectOption('add_tag');
    await page.getByLabel('Tag', { exact: true }).fill('Quiet');
    await page.getByLabel('Tag', { exact: true }).press('Enter');
    await page.getByText('The step was added.').waitFor();
    const { steps } = await service.client.marketingAutomation.get({ programId: program }).orThrow();
    expect(steps.slice(2, 5)).toMatchObject([
      { kind: 'branch_activity', matching: 'thanks', others: 'step-1' },
      { kind: 'add_tag', name: 'step-1', tag: 'Quiet' },
      { kind: 'send', name: 'remind' },
    ]);
  });
});
