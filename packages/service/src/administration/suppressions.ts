import {
  addEntries,
  blacklistEntry,
  countSuppressions,
  findOrInsertBlacklist,
  listSuppressions,
  parseEmail,
  type Suppression,
  unsuppress,
} from '../people/index.ts';
import type { Db } from '../platform/database/schema.ts';
import { type Actions, reads, writes } from './action.ts';
import { chooseAccount } from './choose-account.ts';

export interface SuppressionRequest {
  account?: number | undefined;
  /** All reasons if it is empty. */
  reasons: Suppression['reason'][];
  /** Only suppressions that apply to this address. */
  email?: string | undefined;
}

/** A suppression as commands show it; times are ISO 8601. */
export interface SuppressionListing extends Omit<Suppression, 'since' | 'until'> {
  since: string;
  until: string | null;
}

export const suppressionActions = {
  /** The first suppressions by entry, and how many there are of each reason. */
  listSuppressions: reads(
    async ({ db }, { account, reasons, email, limit }: SuppressionRequest & { limit: number }) => {
      const accountId = await chooseAccount(db, account);
      const filter = { reasons, email: email === undefined ? undefined : requireAddress(email) };
      const rows = await listSuppressions(db, accountId, filter, { limit });
      const counts = Object.fromEntries(await countSuppressions(db, accountId, filter));
      return { suppressions: rows.map(toListing), counts };
    },
  ),

  /** The next suppressions by entry. */
  exportSuppressions: writes(
    async (
      { db },
      {
        account,
        reasons,
        after,
        limit,
      }: Omit<SuppressionRequest, 'email'> & { after?: SuppressionListing | undefined; limit: number },
    ) => {
      const accountId = await chooseAccount(db, account);
      return (await listSuppressions(db, accountId, { reasons }, { limit, after })).map(toListing);
    },
  ),

  addSuppressions: writes(
    async ({ db }, { account, entries, list }: { account?: number | undefined; entries: string[]; list: string }) => {
      const accountId = await chooseAccount(db, account);
      const wanted = entries.map(requireEntry);
      await addEntries(db, accountId, await requireBlacklist(db, accountId, list), wanted, undefined);
    },
  ),

  /** Returns how many entries and blocks were removed, and what still suppresses an address. */
  removeSuppression: writes(
    async ({ db }, { account, entry: text }: { account?: number | undefined; entry: string }) => {
      const accountId = await chooseAccount(db, account);
      const entry = requireEntry(text);
      const removed = await unsuppress(db, accountId, entry);
      const email = blacklistEntry.addressOf(entry);
      const rest =
        email === undefined ? [] : await listSuppressions(db, accountId, { reasons: [], email }, { limit: 20 });
      if (removed === 0 && rest.length === 0) throw new Error(`there is no suppression of "${text}"`);
      return { removed, remaining: rest.map(toListing) };
    },
  ),
} satisfies Actions;

/** Returns the account's blacklist of this name, which is created if there is none. @throws Error if it is global */
export async function requireBlacklist(db: Db, accountId: number, name: string) {
  const list = await findOrInsertBlacklist(db, accountId, name);
  if (list.global) throw new Error(`the blacklist "${name}" is global; choose another name`);
  return list;
}

function requireAddress(text: string): string {
  const email = parseEmail(text);
  if (email === undefined) throw new Error(`"${text}" is not an email address`);
  return email.folded;
}

function requireEntry(text: string): string {
  const entry = blacklistEntry.parseEntry(text);
  if (entry !== undefined) return entry;
  throw new Error(`"${text}" is not an address, *@domain or local@*`);
}

const toListing = (suppression: Suppression): SuppressionListing => ({
  ...suppression,
  since: suppression.since.toISOString(),
  until: suppression.until?.toISOString() ?? null,
});
