import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Debian's Chromium, or the one that CHROMIUM names. */
export const chromiumPath = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Whether tests can open a browser; prints what is left out otherwise. */
export function hasChromium(leftOut: string): boolean {
  if (existsSync(chromiumPath)) return true;
  console.log(`No ${chromiumPath}: ${leftOut}`);
  return false;
}

/** How long a page is waited for: a busy machine makes tests slower and never fails them. */
const leastMillis = 240_000;

/** Opens a Chromium whose pages wait four minutes, where Playwright's wait 30 seconds. The caller closes it. */
export async function openBrowser(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(leastMillis);
    return context;
  };
  const newPage = browser.newPage.bind(browser);
  browser.newPage = async (options) => {
    const page = await newPage(options);
    page.setDefaultTimeout(leastMillis);
    return page;
  };
  return browser;
}
