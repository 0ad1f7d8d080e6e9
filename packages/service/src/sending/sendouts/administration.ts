import type { Kysely } from 'kysely';
import { chooseAccount } from '../../account/index.ts';
import { findContent, findMailing, missingParts } from '../../mailings/index.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { sendSignal } from '../../platform/database/signals.ts';
import { latestSendouts, type Progress } from './progress.ts';
import { queueSendout } from './queue.ts';

/** A sendout as the command shows it, with times as ISO 8601. */
export interface SendoutListing extends Omit<Progress, 'queued' | 'finished'> {
  queued: string;
  finished: string | null;
}

/** What an operator does with sendouts. */
export function sendoutAdministration(db: Kysely<Schema>) {
  return {
    /** Sends a regular mailing to its target group. */
    async sendMailing({ account, mailing: id }: { account?: number | undefined; mailing: number }): Promise<void> {
      const accountId = await chooseAccount(db, account);
      const mailing = await findMailing(db, accountId, id);
      if (mailing === undefined) throw new Error(`there is no mailing ${id}`);
      if (mailing.type !== 'regular') throw new Error(`mailing ${id} is a ${mailing.type} mailing, not a regular one`);
      const missing = missingParts(mailing, await findContent(db, mailing));
      if (missing.length > 0) throw new Error(`mailing ${id} is not ready to be sent; missing: ${missing.join(', ')}`);
      const queued = await inTransaction(db, async (transaction) => {
        await sendSignal(transaction, 'work');
        return queueSendout(transaction, mailing, 'user');
      });
      if (!queued) throw new Error(`mailing ${id} is ${mailing.state} and cannot be sent`);
    },

    /** The latest ones first. */
    async listSendouts({ account }: { account?: number | undefined }): Promise<SendoutListing[]> {
      const sendouts = await latestSendouts(db, await chooseAccount(db, account));
      return sendouts.map((sendout) => ({
        ...sendout,
        queued: sendout.queued.toISOString(),
        finished: sendout.finished?.toISOString() ?? null,
      }));
    },
  };
}
