import type { Kysely } from 'kysely';
import type { Schema } from '../platform/database/schema.ts';
import { chooseAccount } from './choose.ts';
import { listAccounts, setTimeZone } from './store.ts';

/** An account as the command shows it. */
export interface AccountSettings {
  id: number;
  name: string;
  timeZone: string;
}

/** What an operator does with an account. */
export function accountAdministration(db: Kysely<Schema>) {
  return {
    async accountSettings({ account }: { account?: number | undefined }): Promise<AccountSettings> {
      const accountId = await chooseAccount(db, account);
      const { id, name, time_zone } = (await listAccounts(db)).find(({ id }) => id === accountId)!;
      return { id, name, timeZone: time_zone };
    },

    async setTimeZone({ account, timeZone }: { account?: number | undefined; timeZone: string }): Promise<void> {
      if (await setTimeZone(db, await chooseAccount(db, account), timeZone)) return;
      throw new Error(`there is no time zone "${timeZone}"; give a name such as Europe/Berlin`);
    },
  };
}
