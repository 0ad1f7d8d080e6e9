import type { WebhookEvent } from '@mailwright/server';
import type { OutboxEvent } from './outbox.ts';

/** Body of the call of a webhook (`WebhookEvent`). An erased or anonymised contact has only its id. */
export function eventDocument(event: OutboxEvent): WebhookEvent {
  const { type, contact_id, email, external_id, content, created_at } = event;
  const contact = contact_id !== null && {
    contact: { id: contact_id, ...(email !== null && { email }), ...(external_id !== null && { external_id }) },
  };
  return { type, timestamp: created_at.getTime(), ...contact, ...content } as WebhookEvent;
}
