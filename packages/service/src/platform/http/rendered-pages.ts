import { ApiError } from '@mailwright/server-runtime';
import { ShortCache } from '../cache/short-cache.ts';
import { FairSemaphore } from '../turns/fair-semaphore.ts';
import { onBehalfOf } from '../turns/on-behalf.ts';

/** Pages rendered at a time; between two steps of them, requests of others are answered. */
const concurrency = { all: 4, perAccount: 2 };
const maxWaitMillis = 10_000;
/** Long enough for everybody who looks at the same time, short enough that nobody sees old figures. */
const kept = { keptMillis: 5000, maxBytes: 16 * 1024 * 1024 };

/** Identity of a rendered page: its account, and a key that is unique among pages. */
export interface ShownPage {
  accountId: number;
  key: string;
}

/** Renders a page; requests for the same page share one rendering. @throws ApiError 503 if it had to wait too long */
export type RenderPage = (shown: ShownPage, render: () => Promise<string>) => Promise<string>;

/** Public pages that take work to render: a few at a time, by turns of the accounts, and each once in a few seconds. */
export function limitRendering(): RenderPage {
  const timeout = {
    millis: maxWaitMillis,
    error: () => new ApiError(503, 'Too many pages are being rendered.', { headers: [['Retry-After', '5']] }),
  };
  const turns = new FairSemaphore({ ...concurrency, timeout });
  const pages = new ShortCache<string>(kept);
  const underWay = new Map<string, Promise<string>>();
  return ({ accountId, key: name }, render) => {
    const key = `${accountId} ${name}`;
    const page = pages.get(key);
    if (page !== undefined) return Promise.resolve(page);
    const running = underWay.get(key);
    if (running !== undefined) return running;
    const rendering = turns
      .run(accountId, () => onBehalfOf(accountId, render))
      .then((text) => {
        pages.set(key, text, 2 * text.length);
        return text;
      })
      .finally(() => underWay.delete(key));
    underWay.set(key, rendering);
    return rendering;
  };
}
