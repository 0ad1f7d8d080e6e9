import { waitingTriggers } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { queueMails } from '../../sending/index.ts';
import type { NewTransaction } from '../transactions/store.ts';

/**
 * Sends the trigger mailings that wait for transactions of these types, each to the contact of the transaction, in the
 * transaction of the database that takes them: a mail is due if and only if its transaction was taken.
 */
export async function startSingleTriggers(
  db: Db,
  accountId: number,
  starting: readonly NewTransaction[],
): Promise<void> {
  const types = [...new Set(starting.map(({ typeId }) => typeId))];
  if (types.length === 0) return;
  for (const { mailingId, transactionTypeId } of await waitingTriggers(db, accountId, { transactionTypeIds: types })) {
    const mails = starting
      .filter(({ typeId }) => typeId === transactionTypeId)
      .map(({ contactId, key }) => ({ contactId, occasion: { kind: 'transaction' as const, key } }));
    await queueMails(db, accountId, mailingId, mails);
  }
}
