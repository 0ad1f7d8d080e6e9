import type { Generated } from 'kysely';
import type { Bytes, CreatedAt, Id, Json, Timestamp } from './columns.ts';

type EventType = 'unsubscription' | 'doi' | 'bounce' | 'block' | 'mailing_state' | 'filtered' | 'transactional_mail';

/** An address that is called when something happens. */
export interface WebhookTable {
  account_id: number;
  id: Id;
  url: string;
  events: EventType[];
  active: boolean;
  /** The key of the signatures. */
  secret: Bytes;
  created_at: CreatedAt;
}

/** An event for one webhook, written together with what happened. */
export interface WebhookEventTable {
  account_id: number;
  id: Id;
  webhook_id: number;
  type: EventType;
  /** Its address is looked up at delivery: an erased contact leaves nothing here. */
  contact_id: number | null;
  /** Data of the event besides type, time and contact. */
  content: Json<Record<string, unknown>>;
  attempts: Generated<number>;
  /** Of the last answer. */
  status: number | null;
  /** Null when it was taken, or given up. */
  next_attempt_at: Timestamp | null;
  created_at: CreatedAt;
}
