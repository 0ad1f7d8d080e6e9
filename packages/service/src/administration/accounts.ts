import {
  type Account,
  accountSettings,
  allRights,
  checkNames,
  closeAccount,
  countValidKeys,
  findAccount,
  findAccountById,
  generateKey,
  insertAccount,
  insertKey,
  listAccounts,
  revokeKeys,
} from '../account/index.ts';
import { raiseVersionsShowing } from '../mailings/index.ts';
import { inTransaction } from '../platform/database/in-transaction.ts';
import type { Db } from '../platform/database/schema.ts';
import { sendSignal } from '../platform/database/signals.ts';
import { changeFactorDemand, changeSignOffLimit } from '../transactional/index.ts';
import { type Actions, reads, writes, writesAccounts } from './action.ts';
import { chooseAccount } from './choose-account.ts';
import { insertEverybody } from './first-account.ts';
import { unfit, unknown } from './refusal.ts';
import { takeOverDomains } from './take-over-domains.ts';
import { boundsOfOwnKey } from './within-own-key.ts';

/** An account as the command shows it. */
export interface AccountSettings {
  id: number;
  name: string;
  timeZone: string;
  /** Regular mailings are only sent when they were approved. */
  demandsApproval: boolean;
  /** Sendouts with more recipients need two users. */
  signOffAbove: number | null;
  /** Users who sign in with a password need a second factor. */
  demandsSecondFactor: boolean;
}

/** An account as lists show it; times in ISO 8601. */
export interface AccountListing extends AccountSettings {
  domain: string;
  created: string;
  closed: string | null;
  /** Since when nothing changes in the account, because it is carried to another installation. */
  sealed: string | null;
  /** Keys that are neither revoked nor expired. */
  keys: number;
}

/** What an account begins with. */
export interface NewAccount {
  name: string;
  domain: string;
  timeZone: string;
}

/** Inserts an account with its target group of all contacts, in the caller's transaction. */
async function insertNewAccount(db: Db, { name, domain, timeZone }: NewAccount): Promise<number> {
  checkNames({ name, domain });
  await takeOverDomains(db);
  const account = await insertAccount(db, { name: name.trim(), domain });
  if (!(await accountSettings.setTimeZone(db, account, timeZone))) throw unknownTimeZone(timeZone);
  await insertEverybody(db, account, 'operator');
  return account;
}

export const accountActions = {
  /** An account and a first key with all rights that the operator has. */
  createAccount: writesAccounts('account', async (context, wish: NewAccount) => {
    const { db } = context;
    const bounds = boundsOfOwnKey(context, { rights: [...allRights], networks: [], expires: null });
    const key = generateKey();
    const id = await inTransaction(db, async (transaction) => {
      const account = await insertNewAccount(transaction, wish);
      const { expires: expires_at, ...about } = {
        ...bounds,
        rights: [...bounds.rights],
        networks: [...bounds.networks],
      };
      await insertKey(transaction, account, key, { label: 'first key', creator: 'api', expires_at, ...about });
      return account;
    });
    return { id, key };
  }),

  /** An account without a key: a file declares it, and nobody would see the key. */
  createKeylessAccount: writesAccounts('account', async ({ db }, wish: NewAccount) => {
    return { id: await inTransaction(db, (transaction) => insertNewAccount(transaction, wish)) };
  }),

  listAccounts: reads(async ({ db }, _: object): Promise<AccountListing[]> => {
    const keys = await countValidKeys(db);
    return (await listAccounts(db)).map((account) => ({
      ...settingsOf(account),
      domain: account.domain,
      created: account.created_at.toISOString(),
      closed: account.closed_at?.toISOString() ?? null,
      sealed: account.sealed_at?.toISOString() ?? null,
      keys: keys.get(account.id) ?? 0,
    }));
  }),

  /** Ends an account: its keys, and with them everything that is done in its name, and the mails that wait. */
  closeAccount: writesAccounts(
    'account',
    async ({ db, afterCommit, onRevoke }, { id }: { id: number }): Promise<{ name: string; keys: number }> => {
      const account = await findAccountById(db, id);
      if (account === undefined)
        throw unknown(`there is no account ${id}; "mailwright accounts list" lists the accounts`);
      if (account.closed_at !== null) throw unfit(`account ${id} (${account.name}) is already closed`);
      const keys = await inTransaction(db, async (transaction) => {
        await closeAccount(transaction, id);
        return revokeKeys(transaction, id);
      });
      afterCommit(onRevoke);
      await sendSignal(db, 'keys');
      return { name: account.name, keys };
    },
  ),

  accountSettings: reads(async ({ db }, { account }: { account?: number | undefined }): Promise<AccountSettings> => {
    const accountId = await chooseAccount(db, account);
    return settingsOf((await listAccounts(db)).find(({ id }) => id === accountId)!);
  }),

  renameAccount: writes(
    async ({ db }, { account, name }: { account?: number | undefined; name: string }): Promise<void> => {
      checkNames({ name });
      const accountId = await chooseAccount(db, account);
      await accountSettings.renameAccount(db, accountId, name.trim());
      await raiseVersionsShowing(db, accountId, 'ACCOUNT', ['NAME', 'CUSTOMER-ACCOUNT-NAME']);
    },
  ),

  demandApproval: writes(
    async ({ db }, { account, demanded }: { account?: number | undefined; demanded: boolean }): Promise<void> => {
      await accountSettings.demandApproval(db, await chooseAccount(db, account), demanded);
    },
  ),

  /** Every administrator of the account gets a mail about a change. */
  setSignOffLimit: writes(
    async (
      { db, afterCommit, onRevoke, publicUrl },
      { account, above }: { account?: number | undefined; above: number | null },
    ): Promise<void> => {
      const owner = await findAccount(db, await chooseAccount(db, account));
      if (!(await changeSignOffLimit(db, owner, { above, actor: null }, publicUrl))) return;
      // Requests read the limit from the account that is kept with the key.
      afterCommit(onRevoke);
      await sendSignal(db, 'keys');
      await sendSignal(db, 'work');
    },
  ),

  /** Every administrator of the account gets a mail about a change. */
  demandSecondFactor: writes(
    async (
      { db, afterCommit, onRevoke, publicUrl },
      { account, demanded }: { account?: number | undefined; demanded: boolean },
    ): Promise<void> => {
      const owner = await findAccount(db, await chooseAccount(db, account));
      if (!(await changeFactorDemand(db, owner, { demanded, actor: null }, publicUrl))) return;
      // Keys of sessions become good, or are not any more.
      afterCommit(onRevoke);
      await sendSignal(db, 'keys');
      await sendSignal(db, 'work');
    },
  ),

  setTimeZone: writes(
    async ({ db }, { account, timeZone }: { account?: number | undefined; timeZone: string }): Promise<void> => {
      if (await accountSettings.setTimeZone(db, await chooseAccount(db, account), timeZone)) return;
      throw unknownTimeZone(timeZone);
    },
  ),
} satisfies Actions;

const settingsOf = (account: Account): AccountSettings => ({
  id: account.id,
  name: account.name,
  timeZone: account.time_zone,
  demandsApproval: account.demands_approval,
  signOffAbove: account.sign_off_above,
  demandsSecondFactor: account.demands_second_factor,
});

const unknownTimeZone = (name: string) =>
  new Error(`there is no time zone "${name}"; use a name such as Europe/Berlin`);
