import type { Kysely } from 'kysely';
import { chooseAccount } from '../../account/index.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { totalsOf } from '../../tracking/index.ts';
import { latestSendouts, type Progress } from './progress.ts';

/** A sendout as the command shows it, with times as ISO 8601. */
export interface SendoutListing extends Omit<Progress, 'queued' | 'finished'> {
  queued: string;
  finished: string | null;
}

/** What an operator does with sendouts. */
export function sendoutAdministration(db: Kysely<Schema>) {
  return {
    /** The latest ones first. */
    async listSendouts({ account }: { account?: number | undefined }): Promise<SendoutListing[]> {
      const id = await chooseAccount(db, account);
      const sendouts = await latestSendouts(db, id);
      // The recipients of archived sendouts are deleted; their deliveries stand in the totals.
      const archived = sendouts.flatMap(({ mailing, state }) => (state === 'archived' ? [mailing] : []));
      const totals = await totalsOf(db, id, archived);
      return sendouts.map((sendout) => ({
        ...sendout,
        sent: totals.get(sendout.mailing)?.recipients ?? sendout.sent,
        queued: sendout.queued.toISOString(),
        finished: sendout.finished?.toISOString() ?? null,
      }));
    },
  };
}
