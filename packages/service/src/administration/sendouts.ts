import { latestSendouts, type Progress } from '../sending/index.ts';
import { type Actions, reads } from './action.ts';
import { chooseAccount } from './choose-account.ts';

/** A sendout as the command shows it, with times as ISO 8601. */
export interface SendoutListing extends Omit<Progress, 'queued' | 'finished'> {
  queued: string;
  finished: string | null;
}

export const sendoutActions = {
  /** The latest ones first. */
  listSendouts: reads(async ({ db }, { account }: { account?: number | undefined }): Promise<SendoutListing[]> => {
    const sendouts = await latestSendouts(db, await chooseAccount(db, account));
    return sendouts.map((sendout) => ({
      ...sendout,
      queued: sendout.queued.toISOString(),
      finished: sendout.finished?.toISOString() ?? null,
    }));
  }),
} satisfies Actions;
