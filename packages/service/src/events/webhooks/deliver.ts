import { type CustomFields, customFields } from '../../people/index.ts';
import type { GuardedFetch } from '../../platform/fetch/fetch.ts';
import type { JobHandler } from '../../platform/queue/job.ts';
import { maxAttempts, webhookBackOff } from './back-off.ts';
import { callBody, callUrl } from './document.ts';
import { deliveryKind, type WebhookDelivery } from './kind.ts';
import { noteAttempt, type OutboxEvent, waitingEvents } from './outbox.ts';
import { gone, post } from './post.ts';
import { deactivateWebhook, findWebhook, secretOfWebhook, type Webhook } from './store.ts';

/** Calls a webhook for each of some events; those that it did not take are sent again after a while, for 24 hours. */
export function deliverEventsJob(fetch: GuardedFetch): JobHandler<WebhookDelivery> {
  return {
    ...deliveryKind,
    concurrency: 8,
    maxAttempts,
    backOffMillis: webhookBackOff,
    async run(db, { webhookId, eventIds }, { accountId, attempt, now, signal }) {
      const webhook = await findWebhook(db, accountId, webhookId);
      if (webhook === undefined) return;
      const secret = secretOfWebhook(db, webhook);
      const waiting = await waitingEvents(db, accountId, eventIds);
      const custom = await customFields(db, accountId);
      const failures = await Promise.all(
        waiting.map(async (event) => {
          if (!webhook.active) return noteAttempt(db, event, { status: null, nextAttemptAt: null });
          if (signal.aborted) return 'the process ends';
          const { status, fault } = await call(fetch, webhook, { secret, event, custom, at: now() });
          if (status === gone) {
            await deactivateWebhook(db, webhook);
            return noteAttempt(db, event, { status, nextAttemptAt: null });
          }
          const next =
            fault === undefined || attempt >= maxAttempts ? null : new Date(now().getTime() + webhookBackOff(attempt));
          await noteAttempt(db, event, { status, nextAttemptAt: next });
          return fault;
        }),
      );
      const fault = failures.find((failure) => failure !== undefined);
      if (fault !== undefined) throw new Error(`Webhook ${webhookId} did not accept an event: ${fault}`);
    },
  };
}

/** Calls the webhook for an event. */
function call(
  fetch: GuardedFetch,
  webhook: Webhook,
  { secret, event, custom, at }: { secret: Uint8Array; event: OutboxEvent; custom: CustomFields; at: Date },
) {
  const body = callBody(event, webhook, custom);
  return post(fetch, { url: callUrl(event, webhook), secret, id: `evt_${event.id}`, at, body });
}
