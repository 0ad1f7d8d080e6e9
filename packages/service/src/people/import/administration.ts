import type { SynchronizedContact } from '@mailwright/server';
import type { Kysely } from 'kysely';
import { chooseAccount } from '../../account/index.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { CustomFieldType } from '../contacts/custom-fields.ts';
import { customFields } from '../contacts/store.ts';
import type { SyncOptions } from '../synchronization/options.ts';
import { synchronize } from '../synchronization/synchronize.ts';

export interface ImportRequest {
  account?: number | undefined;
  contacts: SynchronizedContact[];
  options: Omit<SyncOptions, 'ignoreInvalid'>;
  /** Finds out what would happen, and changes nothing. */
  dryRun: boolean;
}

/** What became of one request; `index` counts its contacts from 0. */
export interface ImportCounts {
  created: number;
  existing: number;
  unsubscribed: number;
  invalid: { index: number; code: number; field: string }[];
}

/** What the import command asks for. @param onImport told of contacts that are written, but may not be committed yet */
export function contactImport(db: Kysely<Schema>, onImport: () => void) {
  return {
    async customFields({ account }: { account?: number | undefined }): Promise<[string, CustomFieldType][]> {
      const fields = await customFields(db, await chooseAccount(db, account));
      return Array.from(fields, ([name, { type }]) => [name, type]);
    },

    async importContacts({ account, contacts, options, dryRun }: ImportRequest): Promise<ImportCounts> {
      const accountId = await chooseAccount(db, account);
      const run = () =>
        inTransaction(db, async (transaction) => {
          const result = await synchronize(transaction, accountId, contacts, { ...options, ignoreInvalid: true });
          if (dryRun) throw new DryRun(result);
          return result;
        });
      const { created, existing, unsubscribed, invalid } = await run().catch(resultOfRehearsal);
      if (!dryRun) onImport();
      const indexes = new Map(contacts.map((contact, index) => [contact, index]));
      const faults = invalid.map(({ contact, fault }) => ({
        index: indexes.get(contact)!,
        code: fault.code,
        field: fault.error_field,
      }));
      return { created, existing, unsubscribed, invalid: faults };
    },
  };
}

type Result = Awaited<ReturnType<typeof synchronize>>;

/** Thrown to undo a transaction of which only the result is wanted. */
class DryRun extends Error {
  readonly result: Result;
  constructor(result: Result) {
    super('nothing is to be changed');
    this.result = result;
  }
}

function resultOfRehearsal(error: unknown): Result {
  if (error instanceof DryRun) return error.result;
  throw error;
}
