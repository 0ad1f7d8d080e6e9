import { type Account, findAccountById, moving } from '../../account/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { type Actions, reads, writesAccounts } from '../action.ts';
import type { MoveState } from '../moves.ts';
import { namedFile } from '../named-directory.ts';
import { unfit, unknown } from '../refusal.ts';
import { exportAccount } from './export-account.ts';
import { importAccount } from './import-account.ts';
import { readMoveKey } from './signature.ts';

export const movingActions = {
  /** Starts to seal an account and to write it to a file; `moveState` tells when that has ended. */
  exportAccount: writesAccounts(
    'account',
    async (
      context,
      { id, target, keyFile = context.moveKeyFile }: { id: number; target: string; keyFile?: string | undefined },
    ): Promise<void> => {
      const { db, afterCommit, moves, dkimDirectory } = context;
      const path = namedFile(context, 'operatorFiles', target);
      const key = readMoveKey(keyFile);
      const { sealed_at, closed_at } = await requireAccount(db, id);
      if (sealed_at !== null)
        throw unfit(`account ${id} is sealed: it was exported; "mailwright accounts unseal ${id}"`);
      if (closed_at !== null) throw unfit(`account ${id} is closed`);
      moves.requireFree();
      afterCommit((after) => {
        moves.start('export', (show) => exportAccount(after, id, { path, key, dkimDirectory }, show));
      });
    },
  ),

  /** Starts to read an account from a file. */
  importAccount: writesAccounts(
    'all accounts',
    async (
      context,
      { source, keyFile = context.moveKeyFile }: { source: string; keyFile?: string | undefined },
    ): Promise<void> => {
      const { afterCommit, moves, dkimDirectory } = context;
      const path = namedFile(context, 'operatorFiles', source);
      const key = readMoveKey(keyFile);
      moves.requireFree();
      afterCommit((after) => {
        moves.start('import', (show) => importAccount(after, { path, key, dkimDirectory }, show));
      });
    },
  ),

  moveState: reads(async ({ moves }, _: object): Promise<MoveState> => moves.state),

  /** Lets an account that was exported go on here. */
  unsealAccount: writesAccounts(
    'account',
    async ({ db, moves }, { id }: { id: number }): Promise<void> => {
      await requireSealed(db, id);
      moves.requireFree();
      await moving.unseal(db, await moving.accountTables(db), id);
    },
    { transaction: false },
  ),

  /** Deletes an account that was exported, with all its rows. */
  removeAccount: writesAccounts(
    'all accounts',
    async ({ db, moves }, { id }: { id: number }): Promise<{ name: string }> => {
      const { name } = await requireSealed(db, id);
      moves.requireFree();
      const tables = await moving.accountTables(db);
      await moving.dropFence(db, tables, id);
      await db.transaction().execute(async (transaction) => {
        for (const table of tables.toReversed()) await moving.deleteRows(transaction, table, id);
      });
      return { name };
    },
    { transaction: false },
  ),
} satisfies Actions;

async function requireAccount(db: Db, id: number): Promise<Account> {
  const account = await findAccountById(db, id);
  if (account) return account;
  throw unknown(`there is no account ${id}; "mailwright accounts list" lists the accounts`);
}

async function requireSealed(db: Db, id: number): Promise<Account> {
  const account = await requireAccount(db, id);
  if (account.sealed_at !== null) return account;
  throw unfit(`account ${id} is not sealed; "mailwright accounts export" seals an account`);
}
