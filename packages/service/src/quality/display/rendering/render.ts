import type { GuardedFetch } from '../../../platform/fetch/fetch.ts';
import { withBrowser } from './browser.ts';
import type { DevTools } from './devtools.ts';
import { type Measures, measurePage } from './measure.ts';

/** A telephone, and the widest window that mails are made for; pixels of CSS. */
const widths = [375, 700] as const;
const height = 1000;
const maxFiles = 200;

/** Result of rendering at one width. */
export interface Rendering extends Measures {
  width: number;
}

/**
 * Renders a page with Chromium as it is without scripts. Its images and style sheets are loaded by `fetch`; the browser
 * itself loads nothing.
 * @param chromium path of the program
 * @throws Error when the browser cannot be used
 */
export function renderPage(chromium: string, html: string, fetch: GuardedFetch): Promise<Rendering[]> {
  return withBrowser(chromium, async (browser) => {
    const { targetInfos } = await browser.send('Target.getTargets');
    const { targetId } = targetInfos.find(({ type }: { type: string }) => type === 'page');
    const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
    const send = (method: string, params = {}) => browser.send(method, params, sessionId);
    await answerRequests(browser, sessionId, fetch);
    await send('Emulation.setScriptExecutionDisabled', { value: true });
    await send('Page.enable');
    const loaded = new Promise<void>((resolve) => browser.on('Page.loadEventFired', () => resolve()));
    const { frameTree } = await send('Page.getFrameTree');
    await setWidth(send, widths[0]);
    await send('Page.setDocumentContent', { frameId: frameTree.frame.id, html });
    await loaded;
    const renderings: Rendering[] = [];
    for (const width of widths) {
      await setWidth(send, width);
      renderings.push({ width, ...(await measurePage(send, width)) });
    }
    return renderings;
  });
}

type Send = (method: string, params?: Record<string, unknown>) => Promise<unknown>;

const setWidth = (send: Send, width: number) =>
  send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });

/** Has everything that the page asks for loaded by the service. */
async function answerRequests(browser: DevTools, sessionId: string, fetch: GuardedFetch): Promise<void> {
  let files = 0;
  const send = (method: string, params: Record<string, unknown>) =>
    // A request that the page has given up meanwhile has nobody to be answered.
    browser.send(method, params, sessionId).catch(() => {});
  browser.on('Fetch.requestPaused', async ({ requestId, request, resourceType }) => {
    const load = () => fetch(request.url);
    const answer =
      request.method === 'GET' && shown.has(resourceType) && ++files <= maxFiles
        ? await load().catch(() => undefined)
        : undefined;
    if (answer === undefined) return send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
    const type = answer.headers['content-type'];
    return send('Fetch.fulfillRequest', {
      requestId,
      responseCode: answer.status,
      responseHeaders: type === undefined ? [] : [{ name: 'content-type', value: type }],
      body: Buffer.from(answer.body).toString('base64'),
    });
  });
  await browser.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }, sessionId);
}

/** Types of resources that are loaded, because they change widths. */
const shown: ReadonlySet<string> = new Set(['Image', 'Stylesheet', 'Font']);
