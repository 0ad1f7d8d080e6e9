import { timingSafeEqual } from 'node:crypto';
import { badRequest, conflict, notFound } from '@mailwright/server/runtime';
import type { Account } from '../../account/index.ts';
import { type EmailAddress, parseEmail } from '../../platform/text/email.ts';
import { contactChecksum } from './checksum.ts';
import type { Contact } from './store.ts';

/** The address of a parameter, or 400. */
export function requireEmail(text: string, name = 'email'): EmailAddress {
  const email = parseEmail(text);
  if (email === undefined) throw badRequest(`${name} "${text}" is not an email address`);
  return email;
}

/** The oldest of the contacts that were found, or 404; `named` says how they were asked for, `email ada@example.com`. */
export function requireContact([contact]: Contact[], named: string): Contact {
  if (contact === undefined) throw notFound(`Contact with ${named} not found.`);
  return contact;
}

/** The only one of the contacts that were found: 404 when there is none, 409 when there are several. */
export function requireOnlyContact(contacts: Contact[], named: string): Contact {
  refuseSeveral(contacts, named);
  return requireContact(contacts, named);
}

export function refuseSeveral(contacts: Contact[], named: string): void {
  if (contacts.length > 1) {
    throw conflict(`${contacts.length} contacts have the ${named}; identify the contact by its service id.`);
  }
}

/** 400 unless the checksum is that of the contact, or need not be. */
export function requireChecksum(
  account: Account,
  contactId: number,
  { checksum, ignore_checksum }: { checksum?: string; ignore_checksum: boolean },
): void {
  if (ignore_checksum) return;
  const given = Buffer.from(checksum ?? '');
  const wanted = Buffer.from(contactChecksum(account.secret, contactId));
  if (given.length === wanted.length && timingSafeEqual(given, wanted)) return;
  const fault = given.length === 0 ? 'is missing' : 'is not that of the contact';
  throw badRequest(`checksum ${fault}; send the value of the contact's field CHECKSUM, or ignore_checksum=true`);
}
