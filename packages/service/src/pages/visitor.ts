import { findAccount } from '../account/index.ts';
import { findMailing } from '../mailings/index.ts';
import { findContacts } from '../people/index.ts';

import type { Db } from '../platform/database/schema.ts';

import { pagesOf, type Visitor } from '../sending/index.ts';
import { signingKey, type TokenContent } from '../tracking/index.ts';

/** Returns the recipient of the mail with this token, or `undefined` if the token is anonymous or the data was deleted. */
export async function findVisitor(
  db: Db,
  publicUrl: string,
  { accountId, mailingId, bearer }: Pick<TokenContent, 'accountId' | 'mailingId' | 'bearer'>,
): Promise<Visitor | undefined> {
  if ('alias' in bearer) return undefined;
  const mailing = await findMailing(db, accountId, mailingId);
  const [contact] = await findContacts(db, accountId, { id: bearer.contactId });
  if (mailing === undefined || contact === undefined || contact.email === null) return undefined;
  const key = await signingKey(db, accountId);
  return {
    account: await findAccount(db, accountId),
    mailing,
    contact: { ...contact, email: contact.email },
    recipientId: bearer.recipientId,
    pages: pagesOf({ publicUrl, key, mailing }, bearer),
  };
}
