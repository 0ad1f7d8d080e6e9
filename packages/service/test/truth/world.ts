import { databases } from '../support/database.ts';
import { startTestService } from '../support/service.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { Browser } from '../support/users.ts';
import type { World } from './row.ts';

/** A person at the console, who looks at pages and sends their forms. */
export function handsOf(browser: Browser): Pick<World, 'browser' | 'page' | 'press'> {
  const page = async (path: string) => (await browser.get(path)).text();
  return {
    browser,
    page,
    async press(from, action, fields = {}) {
      const answer = await browser.submit(action, fields, from);
      const address = answer.headers.get('location');
      return address === null ? { address: action, html: await answer.text() } : { address, html: await page(address) };
    },
  };
}

/** Starts a service with a person who holds a key at its console. */
export async function openWorld(): Promise<World & { close(): Promise<void> }> {
  const sink = await startSmtpSink();
  const service = await startTestService(await databases()[0]!.open(), sink.url);
  const browser = new Browser(service);
  await browser.post('/console/sign-in', { key: service.key });
  return {
    service,
    sink,
    ...handsOf(browser),
    async close() {
      await service.close();
      await sink.close();
    },
  };
}
