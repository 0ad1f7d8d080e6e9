import { type Account, findAccount } from '../../account/index.ts';
import { findMailing, isReleased, keptAway, type Mailing } from '../../mailings/index.ts';
import { type Contact, findContacts, matching } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { OptInMail } from './mails.ts';
import { getRequest } from './requests.ts';
import { isWorthAsking, requestState } from './rules.ts';

/** What an opt-in mail is made of. */
export interface MailSources {
  account: Account;
  mailing: Mailing;
  contact: Contact & { email: string };
}

/**
 * What a mail is made of now, or why it is not sent any more, for much may have happened since it was asked for. Undefined
 * when it was erased, or waits until its mailing is released.
 */
export async function readMailSources(
  db: Db,
  mail: OptInMail,
): Promise<{ sources: MailSources } | { skip: string } | undefined> {
  const { account_id: accountId } = mail;
  const request = await getRequest(db, mail);
  if (request?.mailing_id == null) return undefined;
  const [contact] = await findContacts(db, accountId, { id: request.contact_id });
  const mailing = await findMailing(db, accountId, request.mailing_id);
  if (contact === undefined || mailing === undefined || !isReleased(mailing.state)) return undefined;
  if (requestState(request, contact) !== 'open') return { skip: 'request over' };
  if (!isWorthAsking(contact.permission, request.permission)) return { skip: 'permission' };
  if (contact.blocked_at !== null) return { skip: `blocked: ${contact.block_reason}` };
  if (await isKeptAway(db, contact, mailing)) return { skip: 'mailing blacklist' };
  const account = await findAccount(db, accountId);
  if (account.closed_at !== null) return { skip: 'account closed' };
  return { sources: { account, mailing, contact: contact as MailSources['contact'] } };
}

async function isKeptAway(db: Db, contact: Contact, mailing: Mailing): Promise<boolean> {
  const { account_id, id } = contact;
  const found = await matching(db, account_id, keptAway(account_id, mailing.id))
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return found !== undefined;
}
