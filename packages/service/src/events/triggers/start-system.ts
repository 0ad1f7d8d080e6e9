import { waitingTriggers } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { mailQueue } from '../../sending/index.ts';

/** Sends the trigger mailings that wait for an event of the service itself, in the transaction in which it happens. */
export async function startSystemTriggers(
  db: Db,
  accountId: number,
  event: 'DOI_CONFIRMED',
  { contactId, requestId }: { contactId: number; requestId: number },
): Promise<void> {
  for (const { mailingId } of await waitingTriggers(db, accountId, { systemEvents: [event] })) {
    await mailQueue.queueMails(db, accountId, mailingId, [
      { contactId, occasion: { kind: 'confirmation', requestId } },
    ]);
  }
}
