import type { EventListener } from '../../platform/events/publish.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';
import { deliveryKind, type WebhookDelivery } from './kind.ts';
import { insertEvents } from './outbox.ts';
import { hasWebhookFor } from './store.ts';

/** Events that one statement writes down, and that one job delivers. */
const insertedAtOnce = 5000;
const batchSize = 100;

/** Stores events for the webhooks of the account. */
export const webhookListener: EventListener = {
  wants: hasWebhookFor,
  async tell(db, accountId, events) {
    for (let from = 0; from < events.length; from += insertedAtOnce) {
      for (const [webhookId, ids] of await insertEvents(db, accountId, events.slice(from, from + insertedAtOnce))) {
        for (let start = 0; start < ids.length; start += batchSize) {
          const payload = { webhookId, eventIds: ids.slice(start, start + batchSize) };
          await enqueue<WebhookDelivery>(db, deliveryKind, { accountId, payload });
        }
      }
    }
  },
};
