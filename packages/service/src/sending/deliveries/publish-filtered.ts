import type { Db } from '../../platform/database/schema.ts';
import { publish } from '../../platform/events/publish.ts';

declare module '../../platform/events/publish.ts' {
  interface EventData {
    filtered: { contact_id: number; mailing_id: number; reason: string };
  }
}

/** A contact that is left out of a mailing, and why. */
export interface LeftOut {
  contactId: number;
  reason: string;
}

/** Publishes which recipients do not get a mailing, in the transaction that found out. */
export function publishFiltered(
  db: Db,
  { account_id, mailing_id }: { account_id: number; mailing_id: number },
  leftOut: readonly LeftOut[],
): Promise<void> {
  const events = leftOut.map(({ contactId: contact_id, reason }) => {
    return { type: 'filtered' as const, contact_id, mailing_id, reason };
  });
  return publish(db, account_id, events);
}
