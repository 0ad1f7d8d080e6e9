import type { Kysely } from 'kysely';
import type { BlockReason, MailingState, Schema, UnsubscriptionSource } from '../database/schema.ts';

type Status = 'allowed' | 'blocked';

/** Something that happened in an account, in the words of `WebhookEvent`; ids stand for contacts. */
export type AccountEvent =
  | { type: 'unsubscription'; contact_id: number; mailing_id?: number | undefined; source: UnsubscriptionSource }
  | { type: 'doi'; contact_id: number; mailing_id?: number | undefined; permission: number }
  | {
      type: 'bounce';
      contact_id: number;
      mailing_id: number;
      bounce_type: 'permanent' | 'transient';
      status_code: string;
      source: 'mta-listener' | 'reply';
    }
  | { type: 'block'; contact_id: number; old_status: Status; new_status: Status; reason: BlockReason }
  | {
      type: 'mailing_state';
      mailing_id: number;
      old_state: MailingState;
      new_state: MailingState;
      reason?: string | undefined;
    }
  | { type: 'filtered'; contact_id: number; mailing_id: number; reason: string };

/** What a context does when something has happened, in the transaction in which it happens. */
export type EventHandler = (db: Kysely<Schema>, accountId: number, events: readonly AccountEvent[]) => Promise<void>;

const handlers = new Set<EventHandler>();

/** Registers what a context does with events; a handler that is registered twice runs once. */
export function onEvent(handler: EventHandler): void {
  handlers.add(handler);
}

/** Tells what has happened, in the caller's transaction, to contexts above that have registered for it. */
export async function publish(db: Kysely<Schema>, accountId: number, events: readonly AccountEvent[]): Promise<void> {
  if (events.length === 0) return;
  for (const handler of handlers) await handler(db, accountId, events);
}
