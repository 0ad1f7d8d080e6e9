import { conflict } from '@mailwright/server/runtime';
import { findAccount, users } from '../../account/index.ts';
import type { Mailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { findAudience } from '../audience.ts';
import { maySend, signOffFault } from './rule.ts';
import { findStarter, listSignOffs, plannedRecipients } from './store.ts';

/**
 * Tells at once what would stop the sendout of a mailing later (`signOffFaultOf`), by the contacts that the target group had last.
 * @param starter the user who starts or schedules it; null if it is none
 * @throws ApiError 409
 */
export async function requireSignedOff(db: Db, mailing: Mailing, starter: number | null): Promise<void> {
  const fault = await findFault(db, mailing, starter);
  if (fault !== undefined) throw conflict(`Mailing with id ${mailing.id} cannot be sent: ${fault}.`);
}

/** Returns why a sendout whose recipients are fixed must not begin; every sendout of a regular mailing passes here. */
export async function signOffFaultOf(db: Db, mailing: Mailing, recipients: number): Promise<string | undefined> {
  const starter = await findStarter(db, mailing);
  const user = starter === null ? undefined : await users.findUser(db, mailing.account_id, starter);
  if (starter !== null && !maySend(user)) return `${user?.name ?? 'the user'} has started it and may not send any more`;
  return findFault(db, mailing, starter, recipients);
}

async function findFault(db: Db, mailing: Mailing, starter: number | null, exact?: number) {
  const { sign_off_above: above } = await findAccount(db, mailing.account_id);
  if (above === null) return undefined;
  const filter = await findAudience(db, mailing);
  if (filter === undefined) return undefined;
  const recipients = exact ?? plannedRecipients(mailing, filter);
  const signers = (await listSignOffs(db, mailing, filter)).map(({ id }) => id);
  return signOffFault({ above, recipients, signers, starter });
}
