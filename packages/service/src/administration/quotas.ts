import { isQuotaName, type QuotaName, quotaNames, quotas, quotasOf, setQuota } from '../account/index.ts';
import { type Actions, reads, writes } from './action.ts';
import { chooseAccount } from './choose-account.ts';

/** A quota as the command shows it. */
export interface QuotaListing {
  name: QuotaName;
  value: number;
  /** Value for accounts without a setting. */
  default: number;
}

export const quotaActions = {
  listQuotas: reads(async ({ db }, { account }: { account: number }): Promise<QuotaListing[]> => {
    const values = await quotasOf(db, await chooseAccount(db, account, true));
    return quotaNames.map((name) => ({ name, value: values[name], default: quotas[name].default }));
  }),

  /** Without a value, restores the default. Existing data is never deleted, even if it exceeds the quota. */
  setQuota: writes(
    async ({ db }, { account, name, value }: { account: number; name: string; value?: number | undefined }) => {
      if (!isQuotaName(name)) throw new Error(`there is no quota "${name}"; there are: ${quotaNames.join(', ')}`);
      if (value !== undefined && !(Number.isSafeInteger(value) && value >= 0))
        throw new Error('a quota must be a non-negative integer');
      await setQuota(db, await chooseAccount(db, account), name, value);
    },
  ),
} satisfies Actions;
