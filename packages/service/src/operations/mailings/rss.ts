import { badRequest, conflict, type Handlers } from '@mailwright/server';
import { changeContent, findContent, lockMailing } from '../../mailings/index.ts';
import { type FeedItem, newestFirst } from '../../platform/feed/feed.ts';
import { FeedFailure, fetchFeed } from '../../platform/feed/fetch-feed.ts';
import { dateFormat, feedPlaces, fillPlaces } from '../../templates/index.ts';
import type { Context } from '../context.ts';
import { requireMailing } from './require.ts';

/** Filling the rss blocks of a mailing. */
export const mailingRssHandlers = {
  async fillMailingRss({ mailingid }, context) {
    const mailing = await requireMailing(context, mailingid);
    const content = await findContent(context.db, mailing);
    const places = feedPlaces(content);
    if ('fault' in places) throw badRequest(places.fault);
    const blocks = [...places.html, ...places.text];
    if (blocks.length === 0) return;
    const urls = [...new Set(blocks.map(({ url }) => url))];
    const feeds = new Map(await Promise.all(urls.map(async (url) => [url, await itemsOf(url, context)] as const)));
    const filled = fillPlaces(
      content,
      places,
      (url) => feeds.get(url)!,
      dateFormat(mailing.locale, context.account.time_zone),
    );
    if ('fault' in filled) throw badRequest(filled.fault);
    await context.db.transaction().execute(async (transaction) => {
      const now = await lockMailing(transaction, context.accountId, mailingid);
      if (now?.content_version !== mailing.content_version) {
        throw conflict(
          `Mailing with id ${mailingid} was changed while its feeds were being fetched; repeat the request.`,
        );
      }
      await changeContent(transaction, now, filled);
    });
  },
} satisfies Partial<Handlers<Context>>;

async function itemsOf(url: string, { fetch }: Context): Promise<FeedItem[]> {
  const items = await fetchFeed(fetch, url).catch((error) => {
    throw error instanceof FeedFailure ? badRequest(`${error.message}.`) : error;
  });
  return newestFirst(items);
}
