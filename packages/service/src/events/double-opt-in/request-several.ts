import { type SqlBool, sql } from 'kysely';
import { contactsMatching } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { requireReleasedMailing } from './request.ts';
import { insertRequests, lockAddresses, notAskedYet, replaceRequests } from './requests.ts';
import { isWorthAsking } from './rules.ts';

export interface SeveralOptIns {
  /** Permission of the contacts after confirmation. */
  permission: 4 | 5;
  /** Key of the double-opt-in mailing, `default` when there is none. */
  key?: string | undefined;
}

/**
 * Asks contacts by mail to confirm a permission. To be called last in a transaction that holds their locks; the caller wakes
 * the workers after the commit. Contacts that have the permission, are blocked or have no address are not asked, nor are
 * those who can still answer the same request, or whose address got three in the last 24 hours: so it does no harm to ask
 * twice.
 * @returns how many are asked
 * @throws ApiError 400 when no double-opt-in mailing with the key is released
 */
export async function requestOptIns(
  db: Db,
  accountId: number,
  contactIds: readonly number[],
  { permission, key = 'default' }: SeveralOptIns,
): Promise<number> {
  const mailing = await requireReleasedMailing({ db, accountId }, key);
  const reachable = await contactsMatching(db, accountId, () => sql<SqlBool>`contact.id = any(${contactIds}::int8[])`)
    .select(['id', 'email_folded', 'permission'])
    .where('email_folded', 'is not', null)
    .where('blocked_at', 'is', null)
    .execute();
  const contacts = reachable
    .filter((contact) => isWorthAsking(contact.permission, permission))
    .map(({ id, email_folded }) => ({ id, emailFolded: email_folded! }));
  await lockAddresses(
    db,
    accountId,
    contacts.map(({ emailFolded }) => emailFolded),
  );
  const asked = await notAskedYet(db, accountId, contacts, { mailingId: mailing.id, permission });
  if (asked.length === 0) return 0;
  await replaceRequests(
    db,
    accountId,
    asked.map(({ id }) => id),
  );
  await insertRequests(db, { accountId, mailingId: mailing.id, permission }, asked);
  return asked.length;
}
