import type { Right } from '../account/index.ts';
import { generateKey, insertKey, listKeys, parseNetworks, replaceKey, revokeKey } from '../account/index.ts';
import { inTransaction } from '../platform/database/in-transaction.ts';
import { sendSignal } from '../platform/database/signals.ts';
import { type Actions, reads, writes } from './action.ts';
import { chooseAccount } from './choose-account.ts';
import { unknown } from './refusal.ts';
import { requireWithinOwnKey } from './within-own-key.ts';

export interface KeyRequest {
  label: string;
  rights: Right[];
  creator: string;
  /** ISO 8601; null for a key that does not expire. */
  expires: string | null;
  /** In CIDR notation; none when the key is good everywhere. */
  networks: string[];
  account?: number | undefined;
}

/** A key as lists show it; times in ISO 8601. */
export interface KeyListing {
  id: number;
  prefix: string;
  label: string;
  creator: string;
  rights: Right[];
  networks: string[];
  created: string;
  expires: string | null;
  revoked: string | null;
  lastUsed: string | null;
}

export const keyActions = {
  createKey: writes(
    async (context, { account, expires, ...about }: KeyRequest): Promise<{ id: number; key: string }> => {
      const { db } = context;
      const key = generateKey();
      const expires_at = expires === null ? null : new Date(expires);
      const networks = readNetworks(about.networks);
      requireWithinOwnKey(context, { rights: about.rights, networks, expires: expires_at });
      const created = { ...about, networks, expires_at };
      return { id: await insertKey(db, await chooseAccount(db, account), key, created), key };
    },
  ),

  listKeys: reads(async ({ db }, { account }: { account?: number | undefined }): Promise<KeyListing[]> => {
    const keys = await listKeys(db, await chooseAccount(db, account));
    return keys.map(
      ({ id, prefix, label, creator, rights, networks, created_at, expires_at, revoked_at, last_used_at }) => ({
        id,
        prefix,
        label,
        creator,
        rights,
        networks,
        created: created_at.toISOString(),
        expires: expires_at?.toISOString() ?? null,
        revoked: revoked_at?.toISOString() ?? null,
        lastUsed: last_used_at?.toISOString() ?? null,
      }),
    );
  }),

  /** A key in the place of another one, which is good until `until`, ISO 8601. */
  rotateKey: writes(
    async (context, { account, id, until }: { account?: number | undefined; id: number; until: string }) => {
      const { db } = context;
      const accountId = await chooseAccount(db, account);
      const old = (await listKeys(db, accountId)).find((each) => each.id === id);
      if (old === undefined) throw unknown(noKey(id));
      const lifetime = old.expires_at && old.expires_at.getTime() - old.created_at.getTime();
      const expires = lifetime === null ? null : new Date(Date.now() + lifetime);
      requireWithinOwnKey(context, { ...old, expires });
      const key = generateKey();
      const made = await inTransaction(db, (transaction) =>
        replaceKey(transaction, accountId, { id, key, until: new Date(until) }),
      );
      if (made === undefined) throw unknown(noKey(id));
      return { id: made.id, key, expires: made.expires?.toISOString() ?? null };
    },
  ),

  revokeKey: writes(
    async (
      { db, afterCommit, onRevoke },
      { account, id }: { account?: number | undefined; id: number },
    ): Promise<void> => {
      const revoked = await revokeKey(db, await chooseAccount(db, account), id);
      if (!revoked) throw unknown(noKey(id));
      afterCommit(onRevoke);
      await sendSignal(db, 'keys');
    },
  ),
} satisfies Actions;

/** @throws Error if one is not a network */
export const readNetworks = (networks: string[]): string[] =>
  networks.length === 0 ? [] : parseNetworks(networks.join(','));

const noKey = (id: number) => `there is no valid key ${id}; "mailwright keys list" lists the keys`;
