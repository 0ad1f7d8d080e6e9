import { badRequest } from '@mailwright/server/runtime';
import { findMailingByDoiKey, type Mailing } from '../../mailings/index.ts';
import { findContacts } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { truncatedAddress } from '../../platform/network/remote-address.ts';
import { confirmationObstacle, defaultKey } from './confirmation.ts';
import { countRecentRequests, insertRequests, lockAddresses, replaceRequests } from './requests.ts';
import { isWorthAsking, maxRequestsPerDay } from './rules.ts';

export interface OptInRequest {
  /** Permission of the contact after confirmation. */
  permission: 4 | 5;
  /** Key of the double-opt-in mailing, `default` when there is none. */
  key: string | undefined;
  source: string | undefined;
  page: string | undefined;
  /** Somebody has entered the address into a form: the mail goes also to those who have the permission. */
  byForm?: boolean;
}

/** The open transaction, and who asks. */
interface Asking {
  db: Db;
  accountId: number;
  remoteAddress: string | undefined;
  wakeWorker(): void;
}

/**
 * Asks a contact by mail to confirm a permission. To be called last in a transaction that holds the contact's lock; the
 * mail is sent when that is committed. Nothing is asked of those who have the permission already, nor after three mails
 * to the address in a day, and the caller's client is not told, so that nobody can find out about addresses.
 * @returns the id of the request, or `undefined` if nothing is asked
 * @throws ApiError 400 when no double-opt-in mailing with the key is released, or the contact has no address
 */
export async function requestOptIn(
  context: Asking,
  contactId: number,
  request: OptInRequest,
): Promise<number | undefined> {
  const { db, accountId } = context;
  const mailing = await requireReleasedMailing(context, request.key ?? defaultKey);
  const [contact] = await findContacts(db, accountId, { id: contactId });
  if (contact?.email_folded == null) {
    throw badRequest(`A double opt-in requires an email address, but contact ${contactId} has none.`);
  }
  const { byForm = false } = request;
  if (!isWorthAsking(contact.permission, request.permission, byForm)) return undefined;
  await lockAddresses(db, accountId, [contact.email_folded]);
  if ((await countRecentRequests(db, accountId, contact.email_folded)) >= maxRequestsPerDay) return undefined;
  // Anybody can enter an address into a form; that must not end the link that its owner is about to follow.
  if (!byForm) await replaceRequests(db, accountId, [contactId]);
  const asked = {
    accountId,
    mailingId: mailing.id,
    permission: request.permission,
    ip: truncatedAddress(context.remoteAddress),
    page: request.page ?? null,
    source: request.source ?? null,
    byForm,
  };
  const contacts = [{ id: contactId, emailFolded: contact.email_folded }];
  const [id] = await insertRequests(db, asked, contacts);
  context.wakeWorker();
  return id;
}

/** @throws ApiError 400 */
export async function requireReleasedMailing(
  { db, accountId }: Pick<Asking, 'db' | 'accountId'>,
  key: string,
): Promise<Mailing> {
  const mailing = await findMailingByDoiKey(db, accountId, key);
  if (mailing && confirmationObstacle(mailing, key) === undefined) return mailing;
  const fault =
    mailing === undefined ? 'no double-opt-in mailing has' : `mailing ${mailing.id} is not released, which has`;
  throw badRequest(`A double opt-in cannot be requested: ${fault} the key "${key}" (doimailing).`);
}
