import { findMailing, waitingTriggers } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { findRefusals, mailQueue, type Refusal } from '../../sending/index.ts';
import type { NewTransaction } from '../transactions/store.ts';
import { typesWithUnreleasedTrigger } from './unreleased-triggers.ts';

/** Why a transaction starts no mail: its trigger mailing is not released, or the contact may not get it. */
export type NoMail = 'trigger_not_released' | Refusal;

/**
 * Sends the trigger mailings that wait for transactions of these types, each to the contact of the transaction, in the
 * transaction of the database that takes them: a mail is due if and only if its transaction was taken.
 * @returns why transactions start no mail, by their keys, as far as that is known before a mail is made
 */
export async function startSingleTriggers(
  db: Db,
  accountId: number,
  starting: readonly NewTransaction[],
): Promise<Map<string, NoMail>> {
  const types = [...new Set(starting.map(({ typeId }) => typeId))];
  const reasons = new Map<string, NoMail>();
  if (types.length === 0) return reasons;
  const triggers = await waitingTriggers(db, accountId, { transactionTypeIds: types });
  const reached = new Set<string>();
  for (const { mailingId, transactionTypeId } of triggers) {
    const concerned = starting.filter(({ typeId }) => typeId === transactionTypeId);
    const mails = concerned.map(({ contactId, key }) => ({
      contactId,
      occasion: { kind: 'transaction' as const, key },
    }));
    await mailQueue.queueMails(db, accountId, mailingId, mails);
    const contactIds = [...new Set(concerned.map(({ contactId }) => contactId))];
    const refusals = await findRefusals(db, (await findMailing(db, accountId, mailingId))!, contactIds);
    for (const { contactId, key } of concerned) {
      const refusal = refusals.get(contactId);
      if (refusal === undefined) reached.add(key);
      else reasons.set(key, refusal);
    }
  }
  const untriggered = types.filter((type) => !triggers.some(({ transactionTypeId }) => transactionTypeId === type));
  const atRest = await typesWithUnreleasedTrigger(db, accountId, untriggered);
  for (const { typeId, key } of starting) if (atRest.has(typeId)) reasons.set(key, 'trigger_not_released');
  for (const key of reached) reasons.delete(key);
  return reasons;
}
