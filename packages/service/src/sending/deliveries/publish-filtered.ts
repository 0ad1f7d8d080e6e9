import type { Mailing } from '../../mailings/index.ts';
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

/** Publishes which recipients do not get a mailing, in the transaction that skips them. */
export function publishFiltered(
  db: Db,
  { account_id, id: mailing_id }: Pick<Mailing, 'account_id' | 'id'>,
  leftOut: readonly LeftOut[],
): Promise<void> {
  const events = leftOut.map(({ contactId: contact_id, reason }) => {
    return { type: 'filtered' as const, contact_id, mailing_id, reason };
  });
  return publish(db, account_id, events);
}
