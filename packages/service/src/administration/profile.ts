import { customFields, namedFields, profileFields, setProfileFields } from '../people/index.ts';
import { inTransaction } from '../platform/database/in-transaction.ts';
import { type Actions, reads, writes } from './action.ts';
import { chooseAccount } from './choose-account.ts';

type Of = { account?: number | undefined };

export const profileActions = {
  /** Names of the fields on the page, in their order. */
  profileFields: reads(async ({ db }, { account }: Of): Promise<string[]> => {
    return (await profileFields(db, await chooseAccount(db, account))).map(({ name }) => name);
  }),

  setProfileFields: writes(async ({ db }, { account, names }: Of & { names: string[] }): Promise<void> => {
    const accountId = await chooseAccount(db, account);
    await inTransaction(db, async (transaction) => {
      const fields = namedFields(names, await customFields(transaction, accountId));
      await setProfileFields(transaction, accountId, fields);
    });
  }),
} satisfies Actions;
