import { type Mailing, moveMailing } from '../../mailings/index.ts';
import { recordOutcome } from '../../outcomes/index.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { Db } from '../../platform/database/schema.ts';
import { sendSignal } from '../../platform/database/signals.ts';
import type { SendoutFault } from '../sendout-fault.ts';
import { findStarter } from '../sign-offs/store.ts';

/** Pauses a sendout until a person resumes it, and has those told whom it concerns. Returns false if it is not being sent. */
export async function pauseSendout(
  db: Db,
  mailing: Pick<Mailing, 'account_id' | 'id'>,
  { words, reasons }: SendoutFault,
): Promise<boolean> {
  const { account_id, id } = mailing;
  const sending = { account_id, id, state: 'sending' as const, type: 'regular' as const };
  return inTransaction(db, async (transaction) => {
    if ((await moveMailing(transaction, sending, 'pause', 'dispatcher', words)) === undefined) return false;
    const startedBy = await findStarter(transaction, sending);
    await recordOutcome(transaction, account_id, {
      kind: 'sendout',
      objectId: id,
      startedBy,
      result: 'paused',
      reasons,
    });
    await sendSignal(transaction, 'work');
    return true;
  });
}
