import { secrets } from '../account/index.ts';
import type { Db } from '../platform/database/schema.ts';
import { type Actions, writesAccounts } from './action.ts';
import { unfit } from './refusal.ts';

/** Result of a change of all secrets. */
export interface ChangedSecrets {
  key: string;
  sealed: number;
  /** Values that could not be decrypted, each with the reason. */
  lost: string[];
}

async function change(work: (db: Db) => ReturnType<typeof secrets.rotateSecrets>, db: Db): Promise<ChangedSecrets> {
  const { key, sealed, lost } = await work(db).catch((error: Error) => {
    throw unfit(error.message);
  });
  return { key, sealed, lost: lost.map(({ place, error }) => `${place}: ${error.message}`) };
}

export const secretActions = {
  /** Encrypts all secrets with a new key. An interrupted rotation goes on with the upkeep of the service. */
  rotateSecrets: writesAccounts('all accounts', ({ db }, _: object) => change(secrets.rotateSecrets, db), {
    transaction: false,
  }),
  /** Replaces secrets that cannot be decrypted by random ones. */
  forgetSecrets: writesAccounts('all accounts', ({ db }, _: object) => change(secrets.forgetLostSecrets, db), {
    transaction: false,
  }),
} satisfies Actions;
