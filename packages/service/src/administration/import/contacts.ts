import type { SynchronizedContact } from '@mailwright/server';
import { requestOptIns } from '../../events/index.ts';
import {
  type FileTags,
  invalidRows,
  type StoredCounts,
  type SuppressedState,
  storeContacts,
} from '../../imports/index.ts';
import type { CustomFieldType, SyncOptions } from '../../people/index.ts';
import { customFields, isDoubleOptIn, type SyncResult } from '../../people/index.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { sendSignal } from '../../platform/database/signals.ts';
import { learnSizes } from '../../platform/database/statistics.ts';
import { type Actions, reads, writes } from '../action.ts';
import { chooseAccount } from '../choose-account.ts';
import { blockAddresses, unsubscribeAll } from './suppress.ts';

export interface ImportRequest {
  account?: number | undefined;
  contacts: SynchronizedContact[];
  options: Omit<SyncOptions, 'ignoreInvalid'>;
  /** Tags of the contacts. */
  tagging?: Pick<FileTags, 'tag' | 'tags'> | undefined;
  /** Contacts without the permission are asked for it by mail. */
  optIn?: ImportOptIn | undefined;
  /** Makes sure that no mailings go to them. */
  suppression?: { state: SuppressedState; list: string; source: string } | undefined;
  /** Finds out what would happen, and changes nothing. */
  dryRun: boolean;
}

export interface ImportOptIn {
  permission: 4 | 5;
  /** Key of the double-opt-in mailing; `default` when there is none. */
  key?: string | undefined;
}

/** Result of one request. */
export interface ImportCounts extends StoredCounts {
  /** Mails that ask for a confirmation. */
  asked: number;
}

export const importActions = {
  customFields: reads(
    async ({ db }, { account }: { account?: number | undefined }): Promise<[string, CustomFieldType][]> => {
      const fields = await customFields(db, await chooseAccount(db, account));
      return Array.from(fields, ([name, { type }]) => [name, type]);
    },
  ),

  importContacts: writes(
    async (
      { db, afterCommit },
      { account, contacts, options, tagging = {}, optIn, suppression, dryRun }: ImportRequest,
    ): Promise<ImportCounts> => {
      const accountId = await chooseAccount(db, account);
      const run = () =>
        inTransaction(db, async (transaction) => {
          if (suppression?.state === 'blocked') {
            const blocked = await blockAddresses(transaction, accountId, contacts, suppression);
            if (dryRun) throw new DryRun(blocked);
            return blocked;
          }
          const asking = suppression === undefined ? optIn : undefined;
          const wanted = {
            ...options,
            ...(asking && whileAsked(options)),
            ...(suppression && withoutConsent),
            ignoreInvalid: true,
          };
          const counts = await storeContacts(transaction, accountId, contacts, wanted, tagging);
          if (suppression !== undefined) await unsubscribeAll(transaction, accountId, counts.ids);
          const asked = asking === undefined ? 0 : await requestOptIns(transaction, accountId, counts.ids, asking);
          const result = { ...counts, asked };
          if (dryRun) throw new DryRun(result);
          return result;
        });
      const { created, existing, unsubscribed, asked, invalid } = await run().catch(resultOfRehearsal);
      if (!dryRun) {
        afterCommit(async (database) => {
          if (asked > 0) await sendSignal(database, 'work');
          await learnSizes(database, ['contact']);
        });
      }
      return { created, existing, unsubscribed, asked, invalid: invalidRows(contacts, invalid) };
    },
  ),
} satisfies Actions;

/** Until they have answered, contacts that exist keep their permission, and new ones get no double opt-in. */
function whileAsked({ permission }: ImportRequest['options']): Partial<SyncOptions> {
  return { permission: isDoubleOptIn(permission) ? undefined : permission, overridePermission: false };
}

/** New contacts get no permission, and those that exist only lose theirs. */
const withoutConsent = {
  permission: undefined,
  overwrite: false,
  reimportUnsubscribed: false,
} satisfies Partial<SyncOptions>;

type Result = Pick<SyncResult, 'created' | 'existing' | 'unsubscribed' | 'invalid'> & { asked: number };

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
