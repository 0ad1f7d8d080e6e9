import type { Db } from '../database/schema.ts';
import { hooksOf } from '../hooks/hooks.ts';

/**
 * Data of the events of each type, in the words of `WebhookEvent`; ids stand for contacts. The context that publishes a type
 * declares it, by declaration merging.
 */
// biome-ignore lint/suspicious/noEmptyInterface: contexts add to it
export interface EventData {}

/** Something that happened in an account. */
export type AccountEvent = { [Type in keyof EventData]: { type: Type } & EventData[Type] }[keyof EventData];

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

/** Reports whether somebody wants to be told of events of a type. */
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
