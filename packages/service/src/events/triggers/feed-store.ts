import { sql } from 'kysely';

import type { Db } from '../../platform/database/schema.ts';

import { json } from '../../platform/database/values.ts';
import type { FeedItem } from '../../platform/feed/feed.ts';
import type { TriggerRun } from './runs.ts';

/** Feed items of a run. */
export interface NewFeedItems {
  url: string;
  items: readonly FeedItem[];
  /** Of all items that the run has used up. */
  keys: readonly string[];
}

/** Returns the keys of items that no run of the mailing has used, in their order. */
export async function unseenKeys(
  db: Db,
  accountId: number,
  mailingId: number,
  keys: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('trigger_feed_item')
    .select('key')
    .where('account_id', '=', accountId)
    .where('mailing_id', '=', mailingId)
    .where(sql<boolean>`key = any(${keys}::text[])`)
    .execute();
  const seen = new Set(rows.map(({ key }) => key));
  return keys.filter((key) => !seen.has(key));
}

/** Keeps what a run shows, which was written down before, and that its items are used up. */
export async function storeNewItems(
  db: Db,
  accountId: number,
  { mailingId, plannedAt }: TriggerRun,
  { url, items, keys }: NewFeedItems,
): Promise<void> {
  const rows = items.map(({ guid = null, published, ...texts }) => {
    return { ...texts, guid, published: published?.toISOString() ?? null };
  });
  await db
    .updateTable('trigger_run')
    .set({ feed_items: json({ url, items: rows }) })
    .where('account_id', '=', accountId)
    .where('mailing_id', '=', mailingId)
    .where('planned_at', '=', plannedAt)
    .execute();
  await sql`
    insert into trigger_feed_item (account_id, mailing_id, key, seen_at)
    select ${accountId}::int8, ${mailingId}::int8, key, ${plannedAt}::timestamptz from unnest(${keys}::text[]) as key
    on conflict do nothing`.execute(db);
}

/** Returns the feed items of a run, or `undefined` if it has no feed. */
export async function feedOfRun(
  db: Db,
  accountId: number,
  { mailingId, plannedAt }: TriggerRun,
): Promise<Pick<NewFeedItems, 'url' | 'items'> | undefined> {
  const run = await db
    .selectFrom('trigger_run')
    .select('feed_items')
    .where('account_id', '=', accountId)
    .where('mailing_id', '=', mailingId)
    .where('planned_at', '=', plannedAt)
    .executeTakeFirst();
  if (!run?.feed_items) return undefined;
  const { url, items } = run.feed_items;
  const read = items.map(({ guid, published, ...texts }): FeedItem => {
    return { ...texts, guid: guid ?? undefined, published: published === null ? undefined : new Date(published) };
  });
  return { url, items: read };
}
