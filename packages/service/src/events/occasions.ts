import type { ReadOccasion } from '../sending/index.ts';
import { attachmentsOf, contentOf } from './transactions/store.ts';
import { feedOfRun } from './triggers/feed-store.ts';
import { plannedAtOf } from './triggers/runs.ts';

/** What mails of an occasion show: the data and files of a transaction, or the new items of a feed. */
export const readOccasion: ReadOccasion = async (db, accountId, mailingId, occasion) => {
  const plannedAt = plannedAtOf(occasion);
  if (plannedAt !== undefined) return { feed: await feedOfRun(db, accountId, { mailingId, plannedAt }) };
  const event = await contentOf(db, accountId, occasion);
  return event && { event, attachments: await attachmentsOf(db, accountId, occasion) };
};
