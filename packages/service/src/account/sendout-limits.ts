import type { SendoutLimits } from '@mailwright/server';
import type { Db } from '../platform/database/schema.ts';
import type { Account } from './account.ts';

export type { SendoutLimits };

/** Returns the shares of mails, in percent, from which on sendouts of an account warn and pause. */
export const sendoutLimits = (account: Account): Required<SendoutLimits> => ({
  complaint_warning: account.complaint_warning,
  complaint_pause: account.complaint_pause,
  bounce_warning: account.bounce_warning,
  bounce_pause: account.bounce_pause,
  block_warning: account.block_warning,
  block_pause: account.block_pause,
});

/** Returns what contradicts itself in limits; `undefined` if nothing does. */
export function limitFault(limits: Required<SendoutLimits>): string | undefined {
  const pairs = [
    ['complaint_warning', 'complaint_pause'],
    ['bounce_warning', 'bounce_pause'],
    ['block_warning', 'block_pause'],
  ] as const;
  const wrong = pairs.find(([warning, pause]) => limits[warning] > limits[pause]);
  return wrong && `${wrong[0]} must be at most ${wrong[1]} (${limits[wrong[1]]}) but was ${limits[wrong[0]]}.`;
}

/** Sets all limits of an account. */
export async function setSendoutLimits(db: Db, accountId: number, limits: Required<SendoutLimits>): Promise<void> {
  await db.updateTable('account').set(limits).where('id', '=', accountId).execute();
}
