import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, openBrowser } from '../../../tools/verify/src/browser.ts';
import { htmlReport } from '../src/report/html.ts';
import type { OperationReport, Report, StatusReport } from '../src/report/report.ts';

const thereIsChromium = hasChromium('the page of the report is not tried in a browser.');

const operation = (group: string, id: string, state: StatusReport['state']): OperationReport => ({
  id,
  group,
  method: 'GET',
  path: `/a/rather/long/path/of/many/words/${id}/{identifier}`,
  summary: 'Get something',
  implemented: true,
  statuses: [200, 400, 401, 403, 404, 406, 409, 413, 415, 422].map((status) => ({ status, state, exchanges: 1 })),
  tries: [],
});
const report: Report = {
  title: 'Pets',
  version: '1',
  target: `https://${'long.'.repeat(20)}example.com/1.0`,
  startedAt: '2031-02-03T04:05:06.000Z',
  seconds: 3,
  exchanges: 40,
  refused: 7,
  coverage: { documented: 40, kept: 20, broken: 10, missed: 10, percent: 50 },
  operations: [
    operation('Cats', 'getCat', 'kept'),
    operation('Cats', 'feedCat', 'kept'),
    operation('Dogs', 'getDog', 'broken'),
    operation('Dogs', 'walkDog', 'missed'),
  ],
  breaches: [
    { operation: 'getDog', about: 'x', rule: 'body', message: 'w'.repeat(300), request: 'GET /', response: '200 OK' },
  ],
  accepted: [],
  notImplemented: [],
  untried: [],
  left: [],
  leftOut: [],
  warnings: [],
};

describe.runIf(thereIsChromium)('the page of the report', () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await openBrowser();
    page = await browser.newPage();
    await page.setContent(htmlReport(report));
  });
  afterAll(() => browser?.close());

  test.each([1280, 390, 320])('is not wider than a screen of %i pixels, with everything open', async (width) => {
    await page.setViewportSize({ width, height: 900 });
    const widths = await page.evaluate(`
      document.querySelectorAll('li details').forEach((each) => (each.open = true));
      document.documentElement.scrollWidth`);
    expect(widths).toBe(width);
  });

  const looks = ([375, 1280] as const).flatMap((width) =>
    (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
  );
  test.each(looks)('breaks no rule of accessibility at $width px, $colorScheme', async ({ width, colorScheme }) => {
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
    try {
      const own = await context.newPage();
      const absent = { ...operation('Fish', 'getFish', 'missed'), implemented: false };
      await own.setContent(htmlReport({ ...report, operations: [...report.operations, absent] }));
      await own.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))");
      await own.evaluate(axe.source);
      const { violations } = (await own.evaluate('axe.run()')) as axe.AxeResults;
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
    } finally {
      await context.close();
    }
  });

  const shown = () => page.locator('tbody tr:visible b').allTextContents();

  test('what is broken or not seen stands open; the rest is found', async () => {
    expect(await shown()).toEqual(['getDog', 'walkDog']);
    await page.getByLabel('expand all groups').check();
    expect(await shown()).toEqual(['getCat', 'feedCat', 'getDog', 'walkDog']);
    await page.getByLabel('only failed or not covered').check();
    expect(await shown()).toEqual(['getDog', 'walkDog']);
    await page.getByLabel('only failed or not covered').uncheck();
    await page.getByLabel('expand all groups').uncheck();
    await page.getByLabel('Filter').fill('CAT');
    expect(await shown()).toEqual(['getCat', 'feedCat']);
    await page.getByLabel('Filter').fill('');
    expect(await shown()).toEqual(['getDog', 'walkDog']);
  });
});
