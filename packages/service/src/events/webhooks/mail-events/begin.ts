import type { Db } from '../../../platform/database/schema.ts';
import { cancelJob } from '../../../platform/queue/enqueue.ts';
import { sendsMailEvents } from '../settings.ts';
import type { Webhook } from '../store.ts';
import { mailEventsKind } from './kind.ts';
import { beginProgress, deleteProgress, endWait, findProgress } from './progress.ts';

/** Has a webhook that was created or changed send events of mails from now on, go on at once where it was, or end that. */
export async function adjustProgress(db: Db, webhook: Webhook): Promise<void> {
  if (!sendsMailEvents(webhook)) return deleteProgress(db, webhook);
  if ((await findProgress(db, webhook.account_id, [webhook.id])).size === 0) return beginProgress(db, webhook);
  await endWait(db, webhook);
  await cancelWait(db, webhook);
}

/** Has a webhook send the events of mails that were recorded since a time. */
export async function replay(db: Db, webhook: Webhook, from: Date): Promise<void> {
  await beginProgress(db, webhook, from);
  await cancelWait(db, webhook);
}

/** The job that waits for its next attempt is replaced by one that is due. */
const cancelWait = (db: Db, { account_id, id }: Webhook) => cancelJob(db, mailEventsKind, account_id, String(id));
