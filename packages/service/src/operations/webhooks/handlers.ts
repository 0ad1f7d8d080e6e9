import { badRequest, conflict, type Handlers, notFound, reply, type WebhookDraft } from '@mailwright/server';
import {
  deleteWebhook,
  eventDocument,
  findWebhook,
  insertWebhook,
  lastDeliveries,
  listWebhooks,
  lockWebhook,
  mailEvents,
  newestEvents,
  newSecret,
  type OutboxEvent,
  readWebhook,
  secretText,
  settingsDocument,
  updateWebhook,
  type Webhook,
} from '../../events/index.ts';
import { isForgotten } from '../../journal/index.ts';
import { type CustomFields, customFields } from '../../people/index.ts';
import { formatSqlDateTime } from '../../platform/time/format.ts';
import type { Context } from '../context.ts';
import { etagOf, requireSeen } from '../seen.ts';

/** Deliveries that are listed; as many events of a webhook are kept. */
const listed = 100;

type WebhookOperation =
  | 'listWebhooks'
  | 'getWebhook'
  | 'listWebhookDeliveries'
  | 'createWebhook'
  | 'updateWebhook'
  | 'replayWebhook'
  | 'deleteWebhook';

/** Webhooks. */
export const webhookHandlers: Pick<Handlers<Context>, WebhookOperation> = {
  async listWebhooks(_input, { db, accountId }) {
    const webhooks = await listWebhooks(db, accountId);
    const ids = webhooks.map(({ id }) => id);
    const newest = await newestEvents(db, accountId, ids);
    const progress = await mailEvents.findProgress(db, accountId, ids);
    const custom = await customFields(db, accountId);
    return webhooks.map((webhook) => {
      const { id } = webhook;
      return { ...webhookDocument(webhook, custom, newest.get(id)), ...progressDocument(progress.get(id)) };
    });
  },

  async getWebhook({ webhookId }, context) {
    const webhook = await findWebhook(context.db, context.accountId, webhookId);
    if (webhook === undefined) throw notFound('Webhook', webhookId);
    return reply(200, await withDelivery(context, webhook), { etag: await tagOf(context, webhook) });
  },

  async listWebhookDeliveries({ webhookId }, { db, accountId }) {
    if ((await findWebhook(db, accountId, webhookId)) === undefined) throw notFound('Webhook', webhookId);
    return (await lastDeliveries(db, accountId, webhookId, listed)).map(
      ({ type, status, attempts, next_attempt_at, created_at }) => ({
        type,
        created: created_at.getTime(),
        attempts,
        ...(status !== null && { status }),
        ...(next_attempt_at !== null && { next_attempt: next_attempt_at.getTime() }),
      }),
    );
  },

  async createWebhook({ body }, { db, accountId, permits }) {
    const secret = newSecret();
    const custom = await customFields(db, accountId);
    const webhook = await insertWebhook(db, accountId, readSettings(body, custom, permits), secret);
    if (webhook === undefined) throw conflict('The account has 100 webhooks, which is the maximum.');
    await mailEvents.adjustProgress(db, webhook);
    const progress = await mailEvents.findProgress(db, accountId, [webhook.id]);
    return {
      ...webhookDocument(webhook, custom, undefined),
      ...progressDocument(progress.get(webhook.id)),
      secret: secretText(secret),
    };
  },

  async updateWebhook({ webhookId, body, 'If-Match': seen }, context) {
    const before = await lockWebhook(context.db, context.accountId, webhookId);
    if (before === undefined) throw notFound('Webhook', webhookId);
    requireSeen(`Webhook with id ${webhookId}`, await tagOf(context, before), seen);
    const settings = readSettings(body, await customFields(context.db, context.accountId), context.permits);
    const webhook = await updateWebhook(context.db, before, settings);
    await mailEvents.adjustProgress(context.db, webhook);
    return withDelivery(context, webhook);
  },

  async replayWebhook({ webhookId, from_date }, { db, accountId }) {
    const webhook = await lockWebhook(db, accountId, webhookId);
    if (webhook === undefined) throw notFound('Webhook', webhookId);
    if (!webhook.events.includes('mail_events')) {
      throw conflict(`Webhook with id ${webhookId} does not send mail_events; nothing else can be sent again.`);
    }
    const from = new Date(from_date);
    if (await isForgotten(db, accountId, from)) {
      throw badRequest('from_date is so old that events since then are no longer kept; send a later time');
    }
    await mailEvents.replay(db, webhook, from);
  },

  async deleteWebhook({ webhookId }, { db, accountId }) {
    if (!(await deleteWebhook(db, accountId, webhookId))) throw notFound('Webhook', webhookId);
  },
};

function readSettings(draft: WebhookDraft, custom: CustomFields, permits: Context['permits']) {
  const { settings, faults } = readWebhook(draft, custom);
  const { url } = draft;
  if (!permits(url)) faults.unshift(`url must be an https URL with a public host but was "${url}"`);
  if (faults.length > 0) throw badRequest(faults.join('; '));
  return settings;
}

const tagOf = async ({ db, accountId }: Context, webhook: Webhook) =>
  etagOf(settingsDocument(webhook, await customFields(db, accountId)));

async function withDelivery({ db, accountId }: Context, webhook: Webhook) {
  const newest = await newestEvents(db, accountId, [webhook.id]);
  const progress = await mailEvents.findProgress(db, accountId, [webhook.id]);
  return {
    ...webhookDocument(webhook, await customFields(db, accountId), newest.get(webhook.id)),
    ...progressDocument(progress.get(webhook.id)),
  };
}

function webhookDocument(webhook: Webhook, custom: CustomFields, newest: OutboxEvent | undefined) {
  const delivery = newest && {
    event: eventDocument(newest),
    attempts: newest.attempts,
    ...(newest.status !== null && { status: newest.status }),
    ...(newest.next_attempt_at !== null && { next_attempt: newest.next_attempt_at.getTime() }),
  };
  return {
    id: webhook.id,
    ...settingsDocument(webhook, custom),
    created: formatSqlDateTime(webhook.created_at),
    ...(delivery && { last_delivery: delivery }),
  };
}

/** How far the webhook has sent events of mails; nothing if it does not. */
function progressDocument(progress: mailEvents.MailEventProgress | undefined) {
  if (progress === undefined) return {};
  const { begins_at, recorded_at, attempts, status, next_attempt_at, gap } = progress;
  return {
    progress: {
      begins: begins_at.getTime(),
      // Before the first event of the round, the place is behind an entry from before.
      ...(recorded_at !== null && recorded_at >= begins_at && { sent_until: recorded_at.getTime() }),
      attempts,
      ...(status !== null && { status }),
      ...(next_attempt_at !== null && { next_attempt: next_attempt_at.getTime() }),
      gap,
    },
  };
}
