import { type BounceLimits, bounceLimits, setBounceLimits } from '../account/index.ts';
import { type Actions, reads, writes } from './action.ts';
import { chooseAccount } from './choose-account.ts';

export const bouncePolicyActions = {
  getBounceLimits: reads(async ({ db }, { account }: { account: number }): Promise<BounceLimits> => {
    return bounceLimits(db, await chooseAccount(db, account, true));
  }),

  /** Contacts that are blocked already stay so. */
  setBounceLimits: writes(async ({ db }, { account, ...limits }: { account: number } & Partial<BounceLimits>) => {
    await setBounceLimits(db, await chooseAccount(db, account), limits);
  }),
} satisfies Actions;
