import { findAccount, users } from '../../account/index.ts';
import type { Mailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { signOffs } from '../../sending/index.ts';
import { sendStopped } from './mails.ts';

/** Tells everybody who may send that a mailing was not sent, and why. In the caller's transaction. */
export async function tellStoppedSendout(db: Db, mailing: Mailing, reason: string, publicUrl: string): Promise<void> {
  const account = await findAccount(db, mailing.account_id);
  for (const user of await users.listActiveUsers(db, account.id, signOffs.sendingRoles))
    await sendStopped(db, account, user, { mailing, reason }, publicUrl);
}
