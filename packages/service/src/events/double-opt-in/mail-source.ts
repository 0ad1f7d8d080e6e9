import { excludedContacts } from '../../mailing-blacklists/index.ts';
import type { Mailing } from '../../mailings/index.ts';
import { type Contact, contactState, contactsMatching } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { newToken } from '../../platform/http/link-token.ts';
import type { MailSource } from '../../sending/index.ts';
import { findRequestById, insertToken } from './requests.ts';
import { isWorthAsking, requestState } from './rules.ts';

/**
 * Makes the mails of double opt-ins. Each attempt has a link of its own, so that no token has to be kept; all of them are
 * good. Such a mail is not tracked and offers no unsubscription: its recipient has not subscribed yet.
 */
export function optInMails({ publicUrl }: { publicUrl: string }): MailSource {
  return {
    async open(db, { account, mailing, occasions: [occasion], templates }) {
      if (occasion.kind !== 'opt-in') return { skip: 'request over' };
      const { requestId } = occasion;
      const template = await templates.of(db, account, mailing, 'opt-in');
      return async ({ contact, messageId, returnPath }) => {
        const skip = await findObstacle(db, mailing, requestId, contact);
        if (skip !== undefined || contact?.email == null) return { skip: skip ?? 'request over' };
        const { token, hash } = newToken();
        if (!(await insertToken(db, account.id, requestId, hash))) return { skip: 'request over' };
        const pages = { DOI_CONFIRM: () => `${publicUrl}/doi/${token}` };
        return template({ contact: { ...contact, email: contact.email }, messageId, returnPath, pages });
      };
    },
  };
}

/** Returns why the mail of a request is not sent any more, for much may have happened since it was asked for. */
async function findObstacle(
  db: Db,
  mailing: Mailing,
  requestId: number,
  contact: Contact | undefined,
): Promise<string | undefined> {
  const request = contact && (await findRequestById(db, contact.account_id, requestId));
  if (request === undefined || requestState(request, contact!) !== 'open') return 'request over';
  const { id, permission, blocked_at } = contact!;
  if (!isWorthAsking(permission, request.permission, request.by_form)) return 'permission';
  if (blocked_at !== null) {
    const { state, reason } = contactState(contact!);
    return `${state}: ${reason}`;
  }
  return (await isKeptAway(db, mailing, id)) ? 'mailing blacklist' : undefined;
}

async function isKeptAway(db: Db, { account_id, id }: Mailing, contactId: number): Promise<boolean> {
  const found = await contactsMatching(db, account_id, excludedContacts(account_id, id))
    .select('id')
    .where('id', '=', contactId)
    .executeTakeFirst();
  return found !== undefined;
}
