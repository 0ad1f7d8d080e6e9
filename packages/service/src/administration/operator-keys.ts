import { generateKey, operators, type Right } from '../account/index.ts';
import { type Actions, reads, writesAccounts } from './action.ts';
import { readNetworks } from './keys.ts';
import { unknown } from './refusal.ts';
import { requireWithinOwnKey } from './within-own-key.ts';

export interface OperatorKeyRequest {
  label: string;
  rights: Right[];
  /** ISO 8601; null for a key that does not expire. */
  expires: string | null;
  /** In CIDR notation; none when the key is good everywhere. */
  networks: string[];
}

/** A key of an operator as lists show it; times in ISO 8601. */
export interface OperatorKeyListing {
  id: number;
  prefix: string;
  label: string;
  rights: Right[];
  networks: string[];
  created: string;
  expires: string | null;
  revoked: string | null;
  lastUsed: string | null;
}

export const operatorKeyActions = {
  createOperatorKey: writesAccounts(
    'all accounts',
    async (context, { expires, ...about }: OperatorKeyRequest): Promise<{ id: number; key: string }> => {
      const key = generateKey();
      const expires_at = expires === null ? null : new Date(expires);
      const networks = readNetworks(about.networks);
      requireWithinOwnKey(context, { rights: about.rights, networks, expires: expires_at });
      return { id: await operators.insertOperatorKey(context.db, key, { ...about, networks, expires_at }), key };
    },
  ),

  listOperatorKeys: reads(
    async ({ db }, _: object): Promise<OperatorKeyListing[]> => (await operators.listOperatorKeys(db)).map(toListing),
  ),

  revokeOperatorKey: writesAccounts('all accounts', async ({ db }, { id }: { id: number }): Promise<void> => {
    if (!(await operators.revokeOperatorKey(db, id)))
      throw unknown(`there is no valid operator key ${id}; "mailwright operator-keys list" lists the keys`);
  }),
} satisfies Actions;

function toListing(key: operators.OperatorKey): OperatorKeyListing {
  const { created_at, expires_at, revoked_at, last_used_at, ...rest } = key;
  const { id, prefix, label, rights, networks } = rest;
  return {
    ...{ id, prefix, label, rights, networks },
    created: created_at.toISOString(),
    expires: expires_at?.toISOString() ?? null,
    revoked: revoked_at?.toISOString() ?? null,
    lastUsed: last_used_at?.toISOString() ?? null,
  };
}
