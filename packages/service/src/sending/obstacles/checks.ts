import type { Account } from '../../account/index.ts';
import { findContent, type Mailing, missingParts } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { hooksOf } from '../../platform/hooks/hooks.ts';
import { missingObstacles, type Obstacle } from './rules.ts';

/** Looks at a mailing that is about to be sent, and returns what stands in its way. */
export type SendoutCheck = (db: Db, account: Account, mailing: Mailing) => Promise<Obstacle[]>;

declare module '../../platform/hooks/hooks.ts' {
  interface Hooks {
    /** Mailings must pass it unless their quality checks are switched off. */
    checkSendout: SendoutCheck;
  }
}

/**
 * Returns why a mailing cannot be sent; nothing blocks if all checks passed. What every sendout requires is looked at even
 * with checks switched off.
 */
export async function runSendoutChecks(db: Db, account: Account, mailing: Mailing): Promise<Obstacle[]> {
  const missing = missingParts(mailing, await findContent(db, mailing));
  if (missing.length > 0 || !mailing.qos_checks) return missingObstacles(missing);
  return hooksOf(db).checkSendout(db, account, mailing);
}
