import { badRequest, conflict, type Handlers, notFound, type WebhookDraft } from '@mailwright/server';
import {
  deleteWebhook,
  eventDocument,
  findWebhook,
  insertWebhook,
  listWebhooks,
  newestEvents,
  newSecret,
  type OutboxEvent,
  secretText,
  updateWebhook,
  type Webhook,
  type WebhookSettings,
} from '../../events/index.ts';
import { formatSqlDateTime } from '../../platform/time/format.ts';
import type { Context } from '../context.ts';

/** Webhooks. */
export const webhookHandlers = {
  async listWebhooks(_input, { db, accountId }) {
    const webhooks = await listWebhooks(db, accountId);
    const newest = await newestEvents(
      db,
      accountId,
      webhooks.map(({ id }) => id),
    );
    return webhooks.map((webhook) => webhookDocument(webhook, newest.get(webhook.id)));
  },

  async getWebhook({ webhookId }, context) {
    const webhook = await findWebhook(context.db, context.accountId, webhookId);
    if (webhook === undefined) throw notFound('Webhook', webhookId);
    return withDelivery(context, webhook);
  },

  async createWebhook({ body }, { db, accountId, permits }) {
    const secret = newSecret();
    const webhook = await insertWebhook(db, accountId, readSettings(body, permits), secret);
    if (webhook === undefined) throw conflict('The account has 100 webhooks, which is the maximum.');
    return { ...webhookDocument(webhook, undefined), secret: secretText(secret) };
  },

  async updateWebhook({ webhookId, body }, context) {
    const settings = readSettings(body, context.permits);
    const webhook = await updateWebhook(context.db, context.accountId, webhookId, settings);
    if (webhook === undefined) throw notFound('Webhook', webhookId);
    return withDelivery(context, webhook);
  },

  async deleteWebhook({ webhookId }, { db, accountId }) {
    if (!(await deleteWebhook(db, accountId, webhookId))) throw notFound('Webhook', webhookId);
  },
} satisfies Partial<Handlers<Context>>;

function readSettings({ url, events, active = true }: WebhookDraft, permits: Context['permits']): WebhookSettings {
  if (!permits(url)) throw badRequest(`url must be an https URL with a public host but was "${url}"`);
  return { url, events: [...events], active };
}

async function withDelivery({ db, accountId }: Context, webhook: Webhook) {
  const newest = await newestEvents(db, accountId, [webhook.id]);
  return webhookDocument(webhook, newest.get(webhook.id));
}

function webhookDocument({ id, url, events, active, created_at }: Webhook, newest: OutboxEvent | undefined) {
  const delivery = newest && {
    event: eventDocument(newest),
    attempts: newest.attempts,
    ...(newest.status !== null && { status: newest.status }),
    ...(newest.next_attempt_at !== null && { next_attempt: newest.next_attempt_at.getTime() }),
  };
  const created = formatSqlDateTime(created_at);
  return { id, url, events, active, created, ...(delivery && { last_delivery: delivery }) };
}
