import {
  contactsAsOf,
  dependsOnToday,
  findContactFilter,
  lockContactFilter,
  memberCondition,
  refreshMembers,
} from '../../audiences/index.ts';
import { contactsMatching } from '../../people/index.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { Db } from '../../platform/database/schema.ts';
import { FeedFailure, fetchFeed } from '../../platform/feed/fetch-feed.ts';
import type { GuardedFetch } from '../../platform/fetch/fetch.ts';
import { inOrder, itemsByKey } from './feed-items.ts';
import { type NewFeedItems, unseenKeys } from './feed-store.ts';
import type { Repeated } from './plan.ts';
import { contactsWithEvent, type TriggerRun } from './runs.ts';

/** How often a run tries to read its feed before it gives up until the next one. */
const feedAttempts = 5;

/** Result of a run. */
export interface RunResult {
  /** Contacts to send to; null if the run is too late. Whether a contact may get the mail is checked when it is sent. */
  contacts: readonly number[] | null;
  news?: NewFeedItems;
  /** Why it reached nobody, when that is not how it should be. */
  fault?: string;
}

/** Data from which a run determines its recipients. */
export interface RunContext {
  db: Db;
  accountId: number;
  run: TriggerRun;
  dispatching: Repeated;
  fetch: GuardedFetch;
  /** Begins with 1. */
  attempt: number;
  signal: AbortSignal;
}

/** Finds out whom a run is for. @throws FeedFailure when the feed cannot be read and the run is to be tried again */
export async function resultOf(context: RunContext): Promise<RunResult> {
  const { db, accountId, run, dispatching } = context;
  const { target, transaction_type_id: typeId } = dispatching;
  if (typeId !== null) return { contacts: await contactsWithEvent(db, accountId, run, typeId) };
  if (target === 'RSS') return newsOf(context);
  return { contacts: await contactsOfFilter(context) };
}

/** The items that no run has shown yet, when they are enough; those of a run that has nothing to show are kept for the next. */
async function newsOf(context: RunContext): Promise<RunResult> {
  const { db, accountId, run, dispatching, fetch, attempt } = context;
  const { rss_feed_url: url, rss_unique_feature, rss_min_new_entries } = dispatching;
  if (url === null) return { contacts: [] };
  try {
    const byKey = itemsByKey(await fetchFeed(fetch, url), rss_unique_feature);
    const keys = await unseenKeys(db, accountId, run.mailingId, [...byKey.keys()]);
    if (keys.length === 0 || keys.length < (rss_min_new_entries ?? 1)) return { contacts: [] };
    const unseen = keys.map((key) => byKey.get(key)!);
    return { contacts: await contactsOfFilter(context), news: { url, items: inOrder(unseen, dispatching), keys } };
  } catch (error) {
    if (!(error instanceof FeedFailure) || attempt < feedAttempts) throw error;
    return { contacts: [], fault: error.message };
  }
}

/** The filter's contacts; "today" is the day for which the run was planned, also when it is made up after midnight. */
async function contactsOfFilter({ db, accountId, run, dispatching, signal }: RunContext): Promise<number[]> {
  const { contact_filter_id: filterId } = dispatching;
  const filter = filterId === null ? undefined : await findContactFilter(db, accountId, filterId);
  if (filter === undefined || !(await refreshMembers(db, filter, signal))) return [];
  if (dependsOnToday(filter.rules)) return contactsAsOf(db, filter, run.plannedAt, signal);
  return inTransaction(db, async (transaction) => {
    // A refresh that ends meanwhile would remove the members that are read here.
    const refreshed = await lockContactFilter(transaction, accountId, filter.id);
    if (refreshed === undefined) return [];
    const rows = await contactsMatching(transaction, accountId, memberCondition(refreshed))
      .select('contact.id')
      .orderBy('contact.id')
      .execute();
    return rows.map(({ id }) => id);
  });
}
