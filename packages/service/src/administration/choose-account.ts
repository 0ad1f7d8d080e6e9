import { listAccounts } from '../account/index.ts';
import type { Db } from '../platform/database/schema.ts';
import { unfit, unknown } from './refusal.ts';

/** The account asked for, or the only one. Closed ones can be read only. */
export async function chooseAccount(db: Db, id: number | undefined, reading = false): Promise<number> {
  const all = await listAccounts(db);
  const accounts = all.filter(({ closed_at }) => closed_at === null);
  if (reading && all.some((account) => account.id === id)) return id!;
  if (id === undefined && accounts.length === 1) return accounts[0]!.id;
  if (accounts.some((account) => account.id === id)) return id!;
  const known = accounts.map((account) => `${account.id} (${account.name})`).join(', ');
  if (all.some((account) => account.id === id)) throw unfit(`account ${id} is closed`);
  if (accounts.length === 0) throw new Error('there is no account; start "mailwright serve" to create the first one');
  if (id === undefined) throw new Error(`choose an account with --account: ${known}`);
  throw unknown(`there is no account ${id}; there are: ${known}`);
}
