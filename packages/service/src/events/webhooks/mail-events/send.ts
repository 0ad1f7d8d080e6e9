import { type Account, findAccount } from '../../../account/index.ts';
import { giveAllPositions, givePositionsIfPossible, type Place, placeFrom } from '../../../journal/index.ts';
import { customFields } from '../../../people/index.ts';
import type { Db } from '../../../platform/database/schema.ts';
import type { GuardedFetch } from '../../../platform/fetch/fetch.ts';
import type { JobHandler, RunningJob } from '../../../platform/queue/job.ts';
import { describeMailEvents, pageOfMailEvents } from '../../../reports/index.ts';
import { maxAttempts, webhookBackOff } from '../back-off.ts';
import { callUrl } from '../document.ts';
import { gone, post } from '../post.ts';
import { fieldNames } from '../settings.ts';
import { deactivateWebhook, findWebhook, secretOfWebhook, type Webhook } from '../store.ts';
import { type MailEventDelivery, mailEventsKind } from './kind.ts';
import { findProgress, type MailEventProgress, moveOn, noteFailure, noteGap, placeOf } from './progress.ts';
import { mailEventsBody, requestId } from './request.ts';

/** Requests of a job; then other accounts have their turn. */
const requestsAtOnce = 50;

/**
 * Sends the events of mails that a webhook has not sent, in the order of the journal, one request after the other. A request that is
 * not taken is repeated with the same events; those behind it wait. After 24 hours the webhook becomes inactive, and keeps its place.
 */
export function sendMailEventsJob(fetch: GuardedFetch): JobHandler<MailEventDelivery> {
  return {
    ...mailEventsKind,
    concurrency: 8,
    maxAttempts,
    backOffMillis: webhookBackOff,
    async run(db, { webhookId }, job) {
      const account = await findAccount(db, job.accountId);
      for (let requests = 0; requests < requestsAtOnce && !job.signal.aborted; requests++) {
        if (!(await sendNext(fetch, db, account, webhookId, job))) return;
        // What is left is another job, whose attempts are counted anew.
        if (job.attempt > 1) return;
      }
    },
    async giveUp(db, { webhookId }, accountId) {
      const webhook = await findWebhook(db, accountId, webhookId);
      if (webhook !== undefined) await deactivateWebhook(db, webhook);
    },
  };
}

/** Sends one request, or passes over events that are not wanted. Reports whether to go on at once. */
async function sendNext(
  fetch: GuardedFetch,
  db: Db,
  account: Account,
  webhookId: number,
  { attempt, now }: RunningJob,
): Promise<boolean> {
  const webhook = await findWebhook(db, account.id, webhookId);
  const progress = (await findProgress(db, account.id, [webhookId])).get(webhookId);
  if (!webhook?.active || progress === undefined || progress.gap) return false;
  const begin = await findBegin(db, progress);
  const page = await pageOfMailEvents(db, account.id, begin, progress.pending ?? webhook.mail_event_batch, {
    type: webhook.mail_event_types,
    mailing_id: webhook.mail_event_mailings,
    ids: [],
  });
  if (typeof page === 'string') {
    await noteGap(db, progress);
    return false;
  }
  if (page.events.length === 0) return (await moveOn(db, progress, page.end)) && page.more;
  const events = await describeMailEvents({ db, accountId: account.id, account }, page.events, {
    standard_field: webhook.standard_fields,
    custom_field: await customFieldNames(db, webhook),
  });
  const { status, fault } = await post(fetch, {
    url: callUrl(undefined, webhook),
    secret: secretOfWebhook(db, webhook),
    id: requestId(progress, events),
    at: now(),
    body: mailEventsBody(events, webhook.event_fields),
  });
  if (fault === undefined) return (await moveOn(db, progress, page.end, status)) && page.more;
  const isLast = status === gone || attempt >= maxAttempts;
  const next_attempt_at = isLast ? null : new Date(now().getTime() + webhookBackOff(attempt));
  await noteFailure(db, progress, { pending: events.length, status, next_attempt_at });
  if (status === gone) {
    await deactivateWebhook(db, webhook);
    return false;
  }
  throw new Error(`Webhook ${webhookId} did not accept events of mails: ${fault}`);
}

/** Gives committed events their places, and returns the one behind which the webhook has to read. */
async function findBegin(db: Db, progress: MailEventProgress): Promise<Place> {
  const place = placeOf(progress);
  if (place === undefined) {
    await giveAllPositions(db, progress.account_id);
    return placeFrom(db, progress.account_id, progress.begins_at);
  }
  await givePositionsIfPossible(db, progress.account_id);
  return place;
}

async function customFieldNames(db: Db, { account_id, custom_fields }: Webhook): Promise<string[]> {
  if (custom_fields.length === 0) return [];
  const nameOf = fieldNames(await customFields(db, account_id));
  return custom_fields.flatMap((id) => nameOf.get(id) ?? []);
}
