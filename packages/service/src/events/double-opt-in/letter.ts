import type { Kysely } from 'kysely';
import { findAccount } from '../../account/index.ts';
import { findMailing, keptAway, type Mailing } from '../../mailings/index.ts';
import { type Contact, findContacts, matching } from '../../people/index.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { type Letter, readLetterhead } from '../../sending/index.ts';
import type { OptInMail } from './mails.ts';
import { getRequest } from './requests.ts';
import { isWorthAsking, standingOf } from './rules.ts';

type Db = Kysely<Schema>;

/**
 * What a mail is made of now, or why it is not sent any more, for much may have happened since it was asked for. Undefined
 * when it was erased.
 */
export async function readLetter(
  db: Db,
  mail: OptInMail,
): Promise<{ letter: Omit<Letter, 'links'> } | { skip: string } | undefined> {
  const { account_id: accountId } = mail;
  const request = await getRequest(db, mail);
  if (request?.mailing_id == null) return undefined;
  const [contact] = await findContacts(db, accountId, { id: request.contact_id });
  const mailing = await findMailing(db, accountId, request.mailing_id);
  if (contact === undefined || mailing === undefined) return undefined;
  if (standingOf(request, contact) !== 'open') return { skip: 'request over' };
  if (!isWorthAsking(contact.permission, request.permission)) return { skip: 'permission' };
  if (contact.blocked_at !== null) return { skip: `blocked: ${contact.block_reason}` };
  if (await isKeptAway(db, contact, mailing)) return { skip: 'mailing blacklist' };
  const letterhead = await readLetterhead(db, await findAccount(db, accountId), mailing);
  return { letter: { ...letterhead, contact: contact as Contact & { email: string } } };
}

async function isKeptAway(db: Db, contact: Contact, mailing: Mailing): Promise<boolean> {
  const { account_id, id } = contact;
  const found = await matching(db, account_id, keptAway(account_id, mailing.id))
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return found !== undefined;
}
