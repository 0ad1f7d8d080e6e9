import { latestSendouts, type Progress } from '../sending/index.ts';
import { totalsOf } from '../tracking/index.ts';
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
  }),
} satisfies Actions;
