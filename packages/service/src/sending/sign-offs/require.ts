import { conflict } from '@mailwright/server/runtime';
import { findAccount, users } from '../../account/index.ts';
import type { Mailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { findAudience } from '../audience.ts';
import { countAudience } from '../obstacles/audience.ts';
import { type SendoutFault, sendoutFault } from '../sendout-fault.ts';
import { maySend, signOffFault } from './rule.ts';
import { findStarter, listSignOffs } from './store.ts';

/**
 * Tells at once what would stop the sendout of a mailing later (`signOffFaultOf`), by the contacts that would get it now.
 * @param starter the user who starts or schedules it; null if it is none
 * @throws ApiError 409
 */
export async function requireSignedOff(db: Db, mailing: Mailing, starter: number | null): Promise<void> {
  const fault = await signOffFaultFor(db, mailing, starter);
  if (fault !== undefined) throw conflict(`Mailing with id ${mailing.id} cannot be sent: ${fault}.`);
}

/** Returns why a sendout whose recipients are fixed must not begin; every sendout of a regular mailing passes here. */
export async function signOffFaultOf(db: Db, mailing: Mailing, recipients: number): Promise<SendoutFault | undefined> {
  const starter = await findStarter(db, mailing);
  const user = starter === null ? undefined : await users.findUser(db, mailing.account_id, starter);
  if (starter !== null && !maySend(user))
    return sendoutFault('starter_may_not_send', `${user?.name ?? 'the user'} has started it and may not send any more`);
  const words = await signOffFaultFor(db, mailing, starter, recipients);
  return words === undefined ? undefined : sendoutFault('sign_off_missing', words);
}

/**
 * Returns why a user cannot start a sendout to so many recipients, by default to those who would get it now; `undefined` if
 * nothing is missing.
 */
export async function signOffFaultFor(
  db: Db,
  mailing: Mailing,
  starter: number | null,
  exact?: number,
): Promise<string | undefined> {
  const { sign_off_above: above } = await findAccount(db, mailing.account_id);
  if (above === null) return undefined;
  const filter = await findAudience(db, mailing);
  if (filter === undefined) return undefined;
  const recipients = exact ?? (await countAudience(db, mailing, filter)).recipients;
  const signers = (await listSignOffs(db, mailing, filter)).map(({ id }) => id);
  return signOffFault({ above, recipients, signers, starter });
}
