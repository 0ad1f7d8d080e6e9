import type { Kysely } from 'kysely';
import { chooseAccount } from '../account/index.ts';
import { inTransaction } from '../platform/database/in-transaction.ts';
import type { Schema } from '../platform/database/schema.ts';
import { customFields } from '../people/contacts/store.ts';
import { namedFields, profileFields, setProfileFields } from '../people/profile/fields.ts';

type Of = { account?: number | undefined };

/** What an operator does with the profile page. */
export function profileAdministration(db: Kysely<Schema>) {
  return {
    /** Names of the fields on the page, in their order. */
    async profileFields({ account }: Of): Promise<string[]> {
      return (await profileFields(db, await chooseAccount(db, account))).map(({ name }) => name);
    },

    async setProfileFields({ account, names }: Of & { names: string[] }): Promise<void> {
      const accountId = await chooseAccount(db, account);
      await inTransaction(db, async (transaction) => {
        const fields = namedFields(names, await customFields(transaction, accountId));
        await setProfileFields(transaction, accountId, fields);
      });
    },
  };
}
