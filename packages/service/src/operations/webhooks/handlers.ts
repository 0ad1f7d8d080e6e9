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
  readWebhook,
  secretText,
  settingsDocument,
  updateWebhook,
  type Webhook,
} from '../../events/index.ts';
import { type CustomFields, customFields } from '../../people/index.ts';
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
    const custom = await customFields(db, accountId);
    return webhooks.map((webhook) => webhookDocument(webhook, custom, newest.get(webhook.id)));
  },

  async getWebhook({ webhookId }, context) {
    const webhook = await findWebhook(context.db, context.accountId, webhookId);
    if (webhook === undefined) throw notFound('Webhook', webhookId);
    return withDelivery(context, webhook);
  },

  async createWebhook({ body }, { db, accountId, permits }) {
    const secret = newSecret();
    const custom = await customFields(db, accountId);
    const webhook = await insertWebhook(db, accountId, readSettings(body, custom, permits), secret);
    if (webhook === undefined) throw conflict('The account has 100 webhooks, which is the maximum.');
    return { ...webhookDocument(webhook, custom, undefined), secret: secretText(secret) };
  },

  async updateWebhook({ webhookId, body }, context) {
    const settings = readSettings(body, await customFields(context.db, context.accountId), context.permits);
    const webhook = await updateWebhook(context.db, context.accountId, webhookId, settings);
    if (webhook === undefined) throw notFound('Webhook', webhookId);
    return withDelivery(context, webhook);
  },

  async deleteWebhook({ webhookId }, { db, accountId }) {
    if (!(await deleteWebhook(db, accountId, webhookId))) throw notFound('Webhook', webhookId);
  },
} satisfies Partial<Handlers<Context>>;

function readSettings(draft: WebhookDraft, custom: CustomFields, permits: Context['permits']) {
  const { settings, faults } = readWebhook(draft, custom);
  const { url } = draft;
  if (!permits(url)) faults.unshift(`url must be an https URL with a public host but was "${url}"`);
  if (faults.length > 0) throw badRequest(faults.join('; '));
  return settings;
}

async function withDelivery({ db, accountId }: Context, webhook: Webhook) {
  const newest = await newestEvents(db, accountId, [webhook.id]);
  return webhookDocument(webhook, await customFields(db, accountId), newest.get(webhook.id));
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
