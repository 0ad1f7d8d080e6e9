import type { Page } from 'playwright-core';
import type { HarEntry } from '../../src/har/har.ts';
import { type NetworkEvent, toHarEntries } from './har-of-events.ts';

const EVENTS = [
  'requestWillBeSent',
  'requestWillBeSentExtraInfo',
  'responseReceived',
  'responseReceivedExtraInfo',
  'requestServedFromCache',
  'loadingFailed',
] as const;

/** Records the traffic of a page, by the protocol of the developer tools. */
export async function recordPage(page: Page): Promise<() => Promise<HarEntry[]>> {
  const session = await page.context().newCDPSession(page);
  const events: NetworkEvent[] = [];
  const bodies = new Set<Promise<void>>();
  const readBody = async (requestId: string) => {
    // A page that has been left does not have its bodies any more, as in the file that a person exports.
    const body = await session.send('Network.getResponseBody', { requestId }).catch(() => undefined);
    if (body) events.push({ name: 'body', requestId, ...body });
  };
  for (const name of EVENTS)
    session.on(`Network.${name}`, (params) => events.push({ ...params, name } as NetworkEvent));
  session.on('Network.loadingFinished', ({ requestId }) => {
    const reading = readBody(requestId).finally(() => bodies.delete(reading));
    bodies.add(reading);
  });
  await session.send('Network.enable');
  return async () => {
    // Commands are taken in their order; one about a page that has been left may never be answered.
    await session.send('Runtime.evaluate', { expression: '0' });
    await session.detach();
    await Promise.all(bodies);
    return toHarEntries(events);
  };
}
