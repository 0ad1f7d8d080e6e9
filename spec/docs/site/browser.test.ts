import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, openBrowser } from '../../../tools/verify/src/browser.ts';

/** The site in a browser, below a path. */
const folder = join(import.meta.dirname, '../../generated/docs/site');
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

const server = createServer((request, response) => {
  const path = new URL(request.url!, 'http://localhost').pathname.replace(/^\/docs\//, '');
  const file = join(folder, path === '' ? 'index.html' : path);
  const found = !path.includes('..') && existsSync(file);
  const type = types[extname(found ? file : '.html')] ?? 'text/plain';
  response
    .writeHead(found ? 200 : 404, { 'content-type': type })
    .end(readFileSync(found ? file : join(folder, '404.html')));
});

describe.runIf(hasChromium('the site is not tried in a browser.'))('in Chromium', () => {
  let browser: Browser;
  let base: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/docs/`;
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    server.closeAllConnections();
    server.close();
  });

  test('an old address of an operation leads to its page', async () => {
    const page = await browser.newPage();
    await page.goto(`${base}reference/contacts.html#countContacts`);
    await page.waitForURL('**/reference/contacts/countContacts.html');
    await page.close();
  });

  test.each(['/', 'Control+k', 'Meta+K'])(
    '%s: results appear while typing, and Enter on one opens its page',
    async (keys) => {
      const page = await browser.newPage();
      await page.goto(base);
      await page.keyboard.press(keys);
      await page.keyboard.type('unsubcribe contact');
      const result = page.locator('.results a', { hasText: 'Unsubscribe a contact by service id' });
      await result.waitFor();
      while (!(await page.evaluate<string>('document.activeElement.textContent')).includes('by service id'))
        await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/reference/contacts/unsubscribeContact.html');
      await page.close();
    },
  );

  test.each([375, 1280])('results lie above the page in a window of %i pixels', async (width) => {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    await page.goto(base);
    await page.locator('.top input').fill('unsubscribe');
    await page.locator('.results a').first().waitFor();
    const covered = await page.evaluate<string[]>(`[...document.querySelectorAll('.results a')].filter((link) => {
      const { left, top, height } = link.getBoundingClientRect();
      const list = link.closest('.results').getBoundingClientRect();
      const middle = top + height / 2;
      return middle < Math.min(list.bottom, innerHeight) && !document.elementFromPoint(left + 5, middle)?.closest('.results');
    }).map((link) => link.textContent)`);
    expect(covered).toEqual([]);
    await page.close();
  });

  const pages = [
    '',
    'guides/contacts.html',
    'guides/common-mistakes.html',
    'reference/index.html',
    'reference/errors.html',
    'reference/contacts/createContactByEmail.html',
    'reference/reports/listClicks.html',
    'search.html?q=unsubcribe',
    'nowhere/at/all.html',
  ];
  test.each([375, 1280])('no page is wider than a window of %i pixels, and none has errors', async (width) => {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    for (const path of pages) {
      await page.goto(`${base}${path}`);
      const wide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
      if (wide !== 0) faults.push(`${path} is ${wide} pixels too wide`);
    }
    expect(faults).toEqual([]);
    await page.close();
  });
});
