import { type Selectable, sql } from 'kysely';
import type { Contact } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { AccountEvent } from '../../platform/events/publish.ts';
import type { WebhookEventTable } from '../tables.ts';

/** An event with the present addresses and fields of its contact; all are null when it has none. */
export type OutboxEvent = Selectable<WebhookEventTable> &
  Nullable<Pick<Contact, 'email' | 'external_id' | 'standard_fields' | 'custom_fields'>>;

type Nullable<T> = { [Name in keyof T]: T[Name] | null };

/** Stores events for each active webhook that subscribes to them. Returns the ids by webhook. */
export async function insertEvents(
  db: Db,
  accountId: number,
  events: readonly AccountEvent[],
): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ id: number; webhook_id: number }>`
    insert into webhook_event (account_id, webhook_id, type, contact_id, content)
    select webhook.account_id, webhook.id, event ->> 'type', (event ->> 'contact_id')::int8,
      event - 'type' - 'contact_id'
    from webhook, jsonb_array_elements(${JSON.stringify(events)}::jsonb) with ordinality as happened (event, place)
    where webhook.account_id = ${accountId} and webhook.active and event ->> 'type' = any(webhook.events)
    order by webhook.id, place
    returning id, webhook_id`.execute(db);
  const ids = new Map<number, number[]>();
  for (const { id, webhook_id } of rows) {
    const known = ids.get(webhook_id);
    if (known) known.push(id);
    else ids.set(webhook_id, [id]);
  }
  return ids;
}

function eventsWithContact(db: Db, accountId: number) {
  return db
    .selectFrom('webhook_event')
    .leftJoin('contact', (join) =>
      join
        .onRef('contact.account_id', '=', 'webhook_event.account_id')
        .onRef('contact.id', '=', 'webhook_event.contact_id'),
    )
    .selectAll('webhook_event')
    .select(['contact.email', 'contact.external_id', 'contact.standard_fields', 'contact.custom_fields'])
    .where('webhook_event.account_id', '=', accountId);
}

/** Returns the events that wait for delivery. */
export async function waitingEvents(db: Db, accountId: number, ids: readonly number[]): Promise<OutboxEvent[]> {
  return eventsWithContact(db, accountId)
    .where(sql<boolean>`webhook_event.id = any(${ids}::int8[])`)
    .where('next_attempt_at', 'is not', null)
    .orderBy('webhook_event.id')
    .execute();
}

/** The newest event of each webhook, by the webhook's id. */
export async function newestEvents(
  db: Db,
  accountId: number,
  webhookIds: readonly number[],
): Promise<Map<number, OutboxEvent>> {
  const events = await eventsWithContact(db, accountId)
    .distinctOn('webhook_event.webhook_id')
    .where(sql<boolean>`webhook_event.webhook_id = any(${webhookIds}::int8[])`)
    .orderBy('webhook_event.webhook_id')
    .orderBy('webhook_event.id', 'desc')
    .execute();
  return new Map(events.map((event) => [event.webhook_id, event]));
}

/** The newest events of a webhook, the newest first. */
export function lastDeliveries(db: Db, accountId: number, webhookId: number, limit: number) {
  return db
    .selectFrom('webhook_event')
    .select(['type', 'status', 'attempts', 'next_attempt_at', 'created_at'])
    .where('account_id', '=', accountId)
    .where('webhook_id', '=', webhookId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Events of a webhook that are kept after their delivery. */
const keptEvents = 100;

/** How a call went: the status of its answer, null when none came, and when it is made again, null for never. */
export interface Attempt {
  status: number | null;
  nextAttemptAt: Date | null;
}

/** Notes a call of the webhook; of the events that need no other, those among its newest ones are kept. */
export async function noteAttempt(
  db: Db,
  { account_id, id, webhook_id }: OutboxEvent,
  { status, nextAttemptAt }: Attempt,
): Promise<void> {
  await db
    .updateTable('webhook_event')
    .set({ attempts: sql<number>`attempts + 1`, status, next_attempt_at: nextAttemptAt })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute();
  if (nextAttemptAt !== null) return;
  await sql`
    delete from webhook_event
    where account_id = ${account_id} and webhook_id = ${webhook_id} and next_attempt_at is null and id < (
      select id from webhook_event where account_id = ${account_id} and webhook_id = ${webhook_id}
      order by id desc offset ${keptEvents - 1} limit 1)`.execute(db);
}
