import type { EventHandler } from '../../platform/events/publish.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';
import { type Delivery, deliveryKind } from './kind.ts';
import { insertEvents } from './outbox.ts';

/** Events that one job delivers at most. */
const batchSize = 100;

/** Writes events down for the webhooks of the account, in the transaction in which they happen. */
export const recordEvents: EventHandler = async (db, accountId, events) => {
  for (const [webhookId, ids] of await insertEvents(db, accountId, events)) {
    for (let start = 0; start < ids.length; start += batchSize) {
      const payload = { webhookId, eventIds: ids.slice(start, start + batchSize) };
      await enqueue<Delivery>(db, deliveryKind, { accountId, payload });
    }
  }
};
