import type { Kysely } from 'kysely';
import { chooseAccount } from '../account/index.ts';
import type { Schema } from '../platform/database/schema.ts';
import { latestSendouts, type Progress } from '../sending/sendouts/progress.ts';

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
      const sendouts = await latestSendouts(db, await chooseAccount(db, account));
      return sendouts.map((sendout) => ({
        ...sendout,
        queued: sendout.queued.toISOString(),
        finished: sendout.finished?.toISOString() ?? null,
      }));
    },
  };
}
