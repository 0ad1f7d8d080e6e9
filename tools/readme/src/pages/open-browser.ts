import { existsSync } from 'node:fs';
import { chromium, type Page } from 'playwright-core';

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export interface View {
  width: number;
  theme: 'light' | 'dark';
  origin: string;
  /** API key to sign in with. */
  key: string;
}

/** The Chromium of this machine; `CHROMIUM` names another. */
export async function openBrowser() {
  const executablePath = process.env.CHROMIUM ?? installed.find((path) => existsSync(path));
  if (executablePath === undefined) throw new Error('There is no Chromium; name one with CHROMIUM=/path/to/chromium.');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  return {
    /** A page of an operator who has signed in, with nothing in its cache. */
    async view({ width, theme, origin, key }: View): Promise<Page> {
      const viewport = { width, height: width < 500 ? 812 : 800 };
      const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport, colorScheme: theme });
      await context.request.post(`${origin}/console/sign-in`, { form: { key } });
      return context.newPage();
    },
    close: () => browser.close(),
  };
}
