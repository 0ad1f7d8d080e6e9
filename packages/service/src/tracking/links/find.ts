import { BoundedMap } from '../../platform/cache/bounded-map.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { MailFormat } from '../tables.ts';
import { hasTags } from './target.ts';

/** Target of a link. */
export interface LinkTarget {
  mailingId: number;
  /** With personalization tags if it is personal. */
  url: string;
  personal: boolean;
  format: MailFormat;
}

const memoryMillis = 60_000;
const maxLinks = 20_000;

/** Finds links by account and id, those asked for lately in memory; undefined where there is none. */
export function linkFinder(db: Db, now: () => number = Date.now) {
  const known = new BoundedMap<string, { target: LinkTarget; until: number }>(maxLinks);
  return async (accountId: number, id: number): Promise<LinkTarget | undefined> => {
    const name = `${accountId}/${id}`;
    const remembered = known.get(name);
    if (remembered && remembered.until > now()) return remembered.target;
    known.delete(name);
    const row = await db
      .selectFrom('link')
      .select(['mailing_id', 'url', 'format'])
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const target = { mailingId: row.mailing_id, url: row.url, personal: hasTags(row.url), format: row.format };
    known.set(name, { target, until: now() + memoryMillis });
    return target;
  };
}
