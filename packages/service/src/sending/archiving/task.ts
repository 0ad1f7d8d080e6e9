import type { Transaction } from 'kysely';
import { moveMailing } from '../../mailings/index.ts';
import { retrying } from '../../platform/database/retry.ts';
import type { Db, Schema } from '../../platform/database/schema.ts';
import type { Task } from '../../platform/tasks/worker.ts';
import { onBehalfOf } from '../../platform/turns/on-behalf.ts';
import { archiveMails, archiveReadings } from '../../tracking/index.ts';
import { deleteArchivedRecipients, deleteSomeRecipients } from '../deliveries/recipients.ts';
import { deleteSpared } from '../deliveries/spared.ts';
import { findPastMailings, type PastMailing } from './find.ts';

/** Events grow old slowly: who has found none looks again after so long. */
const restMillis = 3_600_000;
/** Mailings that are found at a time. */
const atOnce = 100;

/**
 * Keeps events for so many days: of older ones the totals of their mailing are kept. A sendout that ended before that becomes
 * archived. It goes in small transactions, so that nobody waits for it.
 */
export function archiveTask(days: number): Task {
  let lookAt = Number.NEGATIVE_INFINITY;
  return {
    name: 'archiving of events',
    async run(db, signal) {
      if (performance.now() < lookAt) return false;
      const mailings = await findPastMailings(db, days, atOnce);
      for (const mailing of mailings) await onBehalfOf(mailing.account_id, () => archive(db, mailing, signal));
      if (mailings.length === 0) lookAt = performance.now() + restMillis;
      return mailings.length > 0;
    },
  };
}

async function archive(db: Db, mailing: PastMailing, signal: AbortSignal): Promise<void> {
  const { account_id: accountId, id: mailingId, before, over } = mailing;
  const past = { accountId, mailingId, before };
  if (over && mailing.state !== 'archiving') await moveMailing(db, mailing, 'archive', 'retention');
  const steps = [
    async (transaction: Transaction<Schema>) => {
      const mails = await archiveMails(transaction, past);
      await deleteArchivedRecipients(transaction, past, mails);
      return mails.length > 0;
    },
    (transaction: Transaction<Schema>) => archiveReadings(transaction, past),
    async (transaction: Transaction<Schema>) => over && (await deleteSomeRecipients(transaction, past)),
  ];
  for (const step of steps) {
    do if (signal.aborted) return;
    while (await retrying(() => db.transaction().execute(step)));
  }
  if (!over) return;
  await deleteSpared(db, mailing);
  await moveMailing(db, { ...mailing, state: 'archiving' }, 'close', 'retention');
}
