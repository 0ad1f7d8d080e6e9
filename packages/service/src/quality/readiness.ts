import type { Account } from '../account/index.ts';
import { type Dispatching, findContent, type Mailing, missingParts } from '../mailings/index.ts';
import type { Db } from '../platform/database/schema.ts';
import { tagFaults } from './personalization/faults.ts';

/** Faults that a message names. */
const maxFaults = 10;

/**
 * Returns why a mailing cannot be sent, as the end of a sentence that names the mailing: parts are missing or, unless its
 * checks are switched off, tags cannot be filled in. Returns `undefined` if it is ready.
 * @param dispatching what it is about to be sent upon; by default what is stored
 */
export async function findUnreadiness(
  db: Db,
  account: Account,
  mailing: Mailing,
  dispatching?: Pick<Dispatching, 'target'>,
): Promise<string | undefined> {
  const missing = missingParts(mailing, await findContent(db, mailing));
  if (missing.length > 0) return `is not ready to be sent; missing: ${missing.join(', ')}.`;
  const faults = mailing.qos_checks ? await tagFaults(db, account, mailing, { dispatching }) : [];
  if (faults.length === 0) return undefined;
  const described = faults.slice(0, maxFaults).map(({ message, location }) => `${location}: ${message}`);
  return `is not ready to be sent. ${described.join(' ')}`;
}
