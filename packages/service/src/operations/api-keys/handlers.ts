import { badRequest, conflict, type Handlers, notFound } from '@mailwright/server';
import { allRights, generateKey, insertKey, listValidKeys, parseNetworks, revokeKey } from '../../account/index.ts';
import { sendSignal } from '../../platform/database/signals.ts';
import { formatSqlDateTime } from '../../platform/time/format.ts';
import type { Context } from '../context.ts';

const maxKeys = 1000;

/** Keys with which programs call the API; operators have commands for them too. */
export const apiKeyHandlers = {
  async listApiKeys(_input, { db, accountId }) {
    const keys = await listValidKeys(db, accountId);
    return keys.map(({ id, prefix, label, creator, rights, networks, created_at, expires_at, last_used_at }) => ({
      id,
      prefix,
      label,
      creator,
      rights,
      networks,
      created: formatSqlDateTime(created_at),
      ...(expires_at && { expires: formatSqlDateTime(expires_at) }),
      ...(last_used_at && { last_used: formatSqlDateTime(last_used_at) }),
    }));
  },

  async createApiKey({ body }, context) {
    const { db, accountId, creator } = context;
    const label = body.label.trim();
    if (label === '') throw badRequest('label must have a letter, so that people know what the key is for.');
    const networks = readNetworks(body.networks ?? []);
    const expires_at = readExpiry(body.expires);
    const keys = await listValidKeys(db, accountId);
    if (keys.length >= maxKeys) throw conflict(`The account has ${maxKeys} API keys, which is the maximum.`);
    const key = generateKey();
    const rights = allRights.filter((right) => body.rights.includes(right));
    const id = await insertKey(db, accountId, key, { label, rights, creator, networks, expires_at });
    return { id, key };
  },

  async revokeApiKey({ keyId }, { db, accountId, afterCommit, forgetKeys }) {
    if (!(await revokeKey(db, accountId, keyId))) throw notFound('API key', keyId);
    afterCommit(async () => forgetKeys());
    await sendSignal(db, 'keys');
  },
} satisfies Partial<Handlers<Context>>;

function readNetworks(networks: readonly string[]): string[] {
  try {
    return networks.flatMap(parseNetworks);
  } catch (error) {
    throw badRequest(`networks: ${(error as Error).message}.`);
  }
}

function readExpiry(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const date = new Date(`${text.replace(' ', 'T')}Z`);
  if (Number.isNaN(date.getTime()))
    throw badRequest(`expires must be a date and time in UTC such as 2031-12-31 23:59:59 but was "${text}".`);
  if (date.getTime() <= Date.now()) throw badRequest(`expires must be in the future but was "${text}".`);
  return date;
}
