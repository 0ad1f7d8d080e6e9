import type { Kysely } from 'kysely';
import type { Schema } from '../platform/database/schema.ts';
import { chooseAccount } from './choose.ts';
import { demandApproval, listAccounts, setTimeZone } from './store.ts';

/** An account as the command shows it. */
export interface AccountSettings {
  id: number;
  name: string;
  timeZone: string;
  /** Regular mailings are only sent when they were approved. */
  demandsApproval: boolean;
}

/** What an operator does with an account. */
export function accountAdministration(db: Kysely<Schema>) {
  return {
    async accountSettings({ account }: { account?: number | undefined }): Promise<AccountSettings> {
      const accountId = await chooseAccount(db, account);
      const { id, name, time_zone, demands_approval } = (await listAccounts(db)).find(({ id }) => id === accountId)!;
      return { id, name, timeZone: time_zone, demandsApproval: demands_approval };
    },

    async demandApproval({ account, demanded }: { account?: number | undefined; demanded: boolean }): Promise<void> {
      await demandApproval(db, await chooseAccount(db, account), demanded);
    },

    async setTimeZone({ account, timeZone }: { account?: number | undefined; timeZone: string }): Promise<void> {
      if (await setTimeZone(db, await chooseAccount(db, account), timeZone)) return;
      throw new Error(`there is no time zone "${timeZone}"; give a name such as Europe/Berlin`);
    },
  };
}
