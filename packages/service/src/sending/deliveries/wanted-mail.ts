import { findContacts } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { messageIdOf, returnPathOf } from '../mail/identity.ts';
import type { StartedAttempt } from './attempts.ts';
import type { Lease } from './lease.ts';
import type { WantedMail } from './mail-source.ts';
import type { WaitingRecipient } from './recipients.ts';

/** Reads what it takes to make the mail of an attempt. */
export async function wantedMail(
  db: Db,
  { account, mailing }: Lease,
  row: StartedAttempt,
  recipient: WaitingRecipient,
  bounceDomain: string | undefined,
): Promise<WantedMail> {
  const { contact_id: contactId, address } = recipient;
  const key = { mailingId: mailing.id, contactId, recipientId: row.id };
  return {
    recipientId: row.id,
    contactId,
    contact: await currentContact(db, account.id, row, recipient),
    address,
    messageId: messageIdOf(account, key),
    returnPath: bounceDomain && returnPathOf(account, key, bounceDomain),
  };
}

/** The contact as it was when the mail went in flight: it may have changed since the batch was read. */
async function currentContact(
  db: Db,
  accountId: number,
  { updated_at }: StartedAttempt,
  { contact, contact_id }: WaitingRecipient,
) {
  const same = contact?.updated_at.getTime() === updated_at?.getTime();
  return same ? contact : (await findContacts(db, accountId, { id: contact_id }))[0];
}
