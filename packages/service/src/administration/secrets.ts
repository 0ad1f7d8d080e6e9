import { secrets } from '../account/index.ts';
import { type Actions, writesAccounts } from './action.ts';
import { unfit } from './refusal.ts';

export const secretActions = {
  /** Encrypts all secrets with a new key. An interrupted rotation goes on with the upkeep of the service. */
  rotateSecrets: writesAccounts(
    'all accounts',
    async ({ db }, _: object): Promise<{ key: string; sealed: number }> =>
      secrets.rotateSecrets(db).catch((error: Error) => {
        throw unfit(error.message);
      }),
    { transaction: false },
  ),
} satisfies Actions;
