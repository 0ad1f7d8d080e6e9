import { findContacts } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { messageIdOf, returnPathOf } from '../mail/identity.ts';
import type { StartedAttempt } from './attempts.ts';
import type { Lease } from './lease.ts';
import type { Made, WantedMail } from './mail-source.ts';
import { isCampaign, type Routed } from './purpose-rules.ts';
import type { WaitingRecipient } from './recipients.ts';

/** Makes the mail of an attempt, unless that was done ahead and the contact is the same. */
export async function makeMail(
  db: Db,
  lease: Lease,
  row: StartedAttempt,
  recipient: Routed,
  bounceDomain: string | undefined,
): Promise<Made> {
  const { contact, contact_id, ahead } = recipient;
  const isSame = contact?.updated_at.getTime() === row.updated_at?.getTime();
  if (isSame && ahead) return ahead;
  // The contact as it was when the mail went in flight: it may have changed since the batch was read.
  const current = isSame ? contact : (await findContacts(db, lease.account.id, { id: contact_id }))[0];
  return lease.makeMail!(wantedMail(lease, { ...recipient, contact: current }, bounceDomain));
}

/**
 * Makes mails of a sendout while the statement that puts them in flight is under way. Mails of other purposes are made when they
 * are in flight, because making them changes what is stored.
 */
export function makeAhead(lease: Lease, recipients: readonly Routed[], bounceDomain: string | undefined): void {
  if (!isCampaign(lease)) return;
  setImmediate(() => {
    for (const recipient of recipients) {
      recipient.ahead = lease.makeMail!(wantedMail(lease, recipient, bounceDomain));
      // The attempt gets the failure when it awaits the mail.
      recipient.ahead.catch(() => {});
    }
  });
}

/** Returns what it takes to make the mail of a recipient. */
function wantedMail(
  { account, mailing }: Lease,
  { id, contact_id: contactId, occasion, address, contact }: WaitingRecipient,
  bounceDomain: string | undefined,
): WantedMail {
  const key = { mailingId: mailing.id, contactId, recipientId: id };
  return {
    recipientId: id,
    contactId,
    occasion,
    contact,
    address,
    messageId: messageIdOf(account, key),
    returnPath: bounceDomain && returnPathOf(account, key, bounceDomain),
  };
}
