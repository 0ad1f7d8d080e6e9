import type {
  BlockReason,
  BounceReason,
  Db,
  MailingState,
  TransactionalStepName,
  UnsubscriptionSource,
} from '../database/schema.ts';
import { hooksOf } from '../hooks/hooks.ts';

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
      reason: BounceReason;
      source: 'mta-listener' | 'reply';
    }
  | {
      type: 'block';
      contact_id: number;
      old_status: Status;
      new_status: Status;
      reason: BlockReason;
      explanation?: string | undefined;
    }
  | {
      type: 'mailing_state';
      mailing_id: number;
      old_state: MailingState;
      new_state: MailingState;
      reason?: string | undefined;
    }
  | { type: 'filtered'; contact_id: number; mailing_id: number; reason: string }
  | {
      type: 'transactional_mail';
      contact_id?: number | undefined;
      mail_id: string;
      step: TransactionalStepName;
      code?: number | undefined;
      tags: readonly string[];
    };

/** A context that is told what happens. */
export interface EventListener {
  /** Whether events of a type matter to it now; what costs something to find out is not found out for nobody. */
  wants(db: Db, accountId: number, type: AccountEvent['type']): Promise<boolean>;
  /** Takes events in the transaction in which they happen. */
  tell(db: Db, accountId: number, events: readonly AccountEvent[]): Promise<void>;
}

declare module '../hooks/hooks.ts' {
  interface Hooks {
    events: EventListener;
  }
}

/** Whether somebody wants to be told of events of a type. */
export async function isWanted(db: Db, accountId: number, type: AccountEvent['type']): Promise<boolean> {
  return hooksOf(db).events.wants(db, accountId, type);
}

/**
 * Tells the context above what has happened, in the transaction in which it was written down:
 * what was told and what was done are kept together, or neither is.
 */
export async function publish(db: Db, accountId: number, events: readonly AccountEvent[]): Promise<void> {
  if (events.length === 0) return;
  if (!db.isTransaction) throw new Error('Events are told in the transaction in which they happen');
  await hooksOf(db).events.tell(db, accountId, events);
}
