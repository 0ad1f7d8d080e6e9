import { type CustomFields, customFields } from '../../people/index.ts';
import { FetchFailure } from '../../platform/fetch/failure.ts';
import type { GuardedFetch } from '../../platform/fetch/fetch.ts';
import type { JobHandler } from '../../platform/queue/job.ts';
import { maxAttempts, webhookBackOff } from './back-off.ts';
import { callBody, callUrl } from './document.ts';
import { deliveryKind, type WebhookDelivery } from './kind.ts';
import { noteAttempt, type OutboxEvent, waitingEvents } from './outbox.ts';
import { signedHeaders } from './signature.ts';
import { deactivateWebhook, findWebhook, secretOfWebhook, type Webhook } from './store.ts';

/** The status with which a receiver says that there is no webhook any more (RFC 9110, section 15.5.11). */
const gone = 410;

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
          const { status, fault } = await call(fetch, { webhook, secret, event, custom, at: now() });
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

interface Call {
  webhook: Webhook;
  secret: Uint8Array;
  event: OutboxEvent;
  custom: CustomFields;
  at: Date;
}

async function call(fetch: GuardedFetch, { webhook, secret, event, custom, at }: Call) {
  const url = callUrl(event, webhook);
  const body = callBody(event, webhook, custom);
  const signature = signedHeaders(secret, `evt_${event.id}`, at, body);
  const headers = { 'content-type': 'application/json', ...signature };
  try {
    const { status } = await fetch(url, { method: 'POST', headers, body, maxBytes: 0, redirect: 'manual' });
    return { status, fault: status >= 200 && status < 300 ? undefined : `it answered ${status}` };
  } catch (error) {
    if (error instanceof FetchFailure) return { status: null, fault: error.message };
    throw error;
  }
}
