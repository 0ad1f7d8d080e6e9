import { isDeepStrictEqual } from 'node:util';
import { findAccount } from '../../account/index.ts';
import { findMailing, type Mailing, raiseContentVersion } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { type SendoutFault, sendoutFault } from '../sendout-fault.ts';
import { readPresentSources } from './sources.ts';
import { findSeal, putSeal } from './store.ts';
import { lockVersion, versionOf } from './version.ts';

/**
 * Keeps what a mailing sends that is not its own, in the transaction that seals it (docs/decisions/sendouts.md). From then on
 * its mails are made of that.
 */
export async function sealMailing(db: Db, { account_id, id }: Pick<Mailing, 'account_id' | 'id'>): Promise<void> {
  const account = await findAccount(db, account_id);
  // The caller may have changed it after it was found.
  const mailing = (await findMailing(db, account_id, id))!;
  const version = await lockVersion(db, mailing);
  await putSeal(db, mailing, { version, sources: await readPresentSources(db, account) });
}

/**
 * To be called in the same transaction after a move that ends a seal: raises the content version if the account has other
 * values than those that were sealed. Changes of them concern mailings that are not sealed, so this one has missed them.
 * @param mailing as it was before the move: a failed one stays failed
 */
export async function unsealMailing(db: Db, mailing: Mailing): Promise<void> {
  const sealed = (await findSeal(db, mailing))?.sources;
  const present = await readPresentSources(db, await findAccount(db, mailing.account_id));
  if (sealed !== undefined && !isDeepStrictEqual(sealed, present)) await raiseContentVersion(db, mailing);
}

/** Returns why a sendout must not begin: it would go to others than those for whom it was started. */
export async function sealFaultOf(db: Db, mailing: Mailing): Promise<SendoutFault | undefined> {
  const sealed = (await findSeal(db, mailing))?.version;
  if (sealed === undefined || sealed === (await versionOf(db, mailing))) return undefined;
  return sendoutFault(
    'changed_after_start',
    'the rules of its target group, or its blacklists, were changed after it was started',
  );
}
