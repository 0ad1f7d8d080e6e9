import { badRequest, conflict, type Handlers } from '@mailwright/server';
import {
  changeContent,
  contentSizeFault,
  defaultLocale,
  fillBlocks,
  findContent,
  findRssBlocks,
  lockMailing,
  type Mailing,
} from '../../mailings/index.ts';
import { type FeedItem, newestFirst, readFeed } from '../../platform/feed/feed.ts';
import { FetchFailure } from '../../platform/fetch/failure.ts';
import type { Context } from '../context.ts';
import { requireMailing } from './require.ts';

/** Filling the rss blocks of a mailing (service description 4.5). */
export const mailingRssHandlers = {
  async fillMailingRss({ mailingid }, context) {
    const mailing = await requireMailing(context, mailingid);
    const { html } = await findContent(context.db, mailing);
    const found = findRssBlocks(html ?? '');
    if ('fault' in found) throw badRequest(found.fault);
    const { blocks } = found;
    if (blocks.length === 0) return;
    const urls = [...new Set(blocks.map(({ url }) => url))];
    const feeds = new Map(await Promise.all(urls.map(async (url) => [url, await fetchFeed(url, context)] as const)));
    const filled = fillBlocks(html!, blocks, (url) => feeds.get(url)!, formatDate(mailing, context));
    const fault = contentSizeFault('html', filled);
    if (fault !== undefined) throw badRequest(fault);
    await context.db.transaction().execute(async (transaction) => {
      const now = await lockMailing(transaction, context.accountId, mailingid);
      if (now?.content_version !== mailing.content_version) {
        throw conflict(`Mailing with id ${mailingid} was changed while its feeds were fetched.`);
      }
      await changeContent(transaction, now, { html: filled });
    });
  },
} satisfies Partial<Handlers<Context>>;

async function fetchFeed(url: string, { fetch }: Context): Promise<FeedItem[]> {
  const answer = await fetch(url).catch((error) => {
    if (error instanceof FetchFailure) throw badRequest(`The feed ${url} cannot be read: ${error.message}.`);
    throw error;
  });
  if (answer.status !== 200) throw badRequest(`The feed ${url} cannot be read: its status is ${answer.status}.`);
  const items = readFeed(new TextDecoder(charsetOf(answer.headers['content-type'])).decode(answer.body));
  if (items === undefined) throw badRequest(`The feed ${url} cannot be read: it is neither RSS, Atom nor a JSON feed.`);
  return newestFirst(items);
}

/** UTF-8 unless the answer says something else that is known. */
function charsetOf(contentType = ''): string {
  const charset = /;\s*charset="?([\w-]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  return /^(utf-8|utf-16(le|be)?|us-ascii|iso-8859-\d{1,2}|windows-125\d)$/i.test(charset) ? charset : 'utf-8';
}

function formatDate({ locale }: Mailing, { account }: Context) {
  const language = (locale ?? defaultLocale).replace('_', '-');
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: account.time_zone });
  return (moment: Date) => format.format(moment);
}
