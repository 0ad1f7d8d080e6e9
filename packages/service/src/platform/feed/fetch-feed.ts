import { FetchFailure } from '../fetch/failure.ts';
import type { GuardedFetch } from '../fetch/fetch.ts';
import { DeadlineError, MemoryLimitError } from '../workers/limit-errors.ts';
import { workerFunctions } from '../workers/worker-pool.ts';
import { decodeFeed } from './decode.ts';
import type { FeedItem } from './feed.ts';

/** Items of one feed; those of most feeds are a few dozen. */
const maxItems = 5000;
const limits = { deadlineMillis: 10_000 };

const call = workerFunctions<typeof import('./feed.ts')>(import.meta.url, './feed');

/** A feed that cannot be read; the message is for people, without a full stop. */
export class FeedFailure extends Error {
  override name = 'FeedFailure';
}

/** The items of a feed in its own order. @throws FeedFailure */
export async function fetchFeed(fetch: GuardedFetch, url: string): Promise<FeedItem[]> {
  const unreadable = (why: string) => new FeedFailure(`The feed ${url} cannot be read: ${why}`);
  const answer = await fetch(url).catch((error) => {
    throw error instanceof FetchFailure ? unreadable(error.message) : error;
  });
  if (answer.status !== 200) throw unreadable(`its status is ${answer.status}`);
  const text = decodeFeed(answer.body, answer.headers['content-type']);
  const feed = await call('readFeed', { text, url: answer.url, maxItems }, limits).catch((error) => {
    throw error instanceof DeadlineError || error instanceof MemoryLimitError ? unreadable(error.message) : error;
  });
  if (feed === undefined) throw unreadable('it is neither RSS, Atom nor a JSON feed');
  if (feed.count > maxItems) throw unreadable(`it has ${feed.count} items; at most ${maxItems} are allowed`);
  return feed.items;
}
