import type { Kysely } from 'kysely';
import type { Schema } from '../platform/database/schema.ts';
import { listAccounts } from './store.ts';

/** The account asked for, or the only one. */
export async function chooseAccount(db: Kysely<Schema>, id: number | undefined): Promise<number> {
  const accounts = await listAccounts(db);
  if (id === undefined && accounts.length === 1) return accounts[0]!.id;
  if (accounts.some((account) => account.id === id)) return id!;
  const known = accounts.map((account) => `${account.id} (${account.name})`).join(', ');
  if (accounts.length === 0) throw new Error('there is no account yet; "mailwright serve" makes the first one');
  throw new Error(
    id === undefined ? `choose an account with --account: ${known}` : `there is no account ${id}; there are: ${known}`,
  );
}
