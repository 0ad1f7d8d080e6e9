import type { ReadOccasionContent } from '../sending/index.ts';
import { attachmentsOf, contentOf } from './transactions/store.ts';
import { feedOfRun } from './triggers/feed-store.ts';

/** Reads what the mails of an occasion show: the data and files of a transaction, or the new items of a feed. */
export const readOccasionContent: ReadOccasionContent = async (db, accountId, mailingId, occasion) => {
  if (occasion.kind === 'run') {
    return { feed: await feedOfRun(db, accountId, { mailingId, plannedAt: occasion.plannedAt }) };
  }
  if (occasion.kind !== 'transaction') return undefined;
  const event = await contentOf(db, accountId, occasion.key);
  return event && { event, attachments: await attachmentsOf(db, accountId, occasion.key) };
};
