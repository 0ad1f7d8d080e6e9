import { type CustomValue, contactChecksum, customValue } from '../../people/index.ts';
import type { Sources } from '../../templates/index.ts';
import type { MailAccount } from '../seals/sources.ts';
import type { Recipient } from './recipient.ts';
import type { TagContext } from './render-context.ts';

/** Returns the values of tags: the namespaces CONTACT, MAILING, ACCOUNT, PROPERTY, EVENT (or TRANSACTION) and LINK. */
export function tagSources(context: TagContext): Sources<Recipient> {
  const { account, properties, placeholders } = context;
  return (namespace, field) => {
    switch (namespace) {
      case 'CONTACT':
        return ({ contact }) => textOf(contactValue(context, contact, field));
      case 'MAILING':
        return mailingValue(context, field);
      case 'ACCOUNT':
        return placeholders.get(field) ?? accountValue(account, field);
      case 'PROPERTY':
        return properties.get(field);
      case 'EVENT':
      case 'TRANSACTION':
        return ({ event }) => eventValue(event, field);
      case 'LINK':
        return ({ pages }) => (Object.hasOwn(pages, field) ? pages[field]!() : undefined);
      default:
        return undefined;
    }
  };
}

/** The value of a contact's field of this name, in its own type; undefined when the contact has none. */
export function contactValue(
  { account, customFields }: Pick<TagContext, 'account' | 'customFields'>,
  contact: Recipient['contact'],
  field: string,
): CustomValue | undefined {
  switch (field) {
    case 'ID':
      return contact.id;
    case 'EMAIL':
      return contact.email;
    case 'EXTERNAL_ID':
      return contact.external_id ?? undefined;
    case 'CHECKSUM':
      return contactChecksum(account.secret, contact.id);
  }
  if (Object.hasOwn(contact.standard_fields, field)) return contact.standard_fields[field] ?? undefined;
  return customValue(contact, field, customFields);
}

function mailingValue({ account, mailing, content }: TagContext, field: string): string | undefined {
  switch (field) {
    case 'ID':
      return String(mailing.id);
    case 'NAME':
      return mailing.name;
    case 'SUBJECT':
      return content.subject;
    case 'DOMAIN':
      return account.domain;
  }
  return undefined;
}

/** Values of the service under reserved placeholder keys. */
function accountValue({ name, domain }: MailAccount, field: string): string | undefined {
  switch (field) {
    case 'NAME':
    case 'CUSTOMER-ACCOUNT-NAME':
      return name;
    case 'DOMAIN':
    case 'MAILING-DOMAIN':
    case 'CDN-DOMAIN':
      return domain;
  }
  return undefined;
}

const textOf = (value: CustomValue | undefined) => (value === undefined ? undefined : String(value));

/** A value of nested data by its path, `lines[0].name`, which may have quotes; an attribute whose name has dots comes first. */
function eventValue(event: Recipient['event'], field: string): string | undefined {
  if (event === undefined) return undefined;
  const path = /^"[^"]+"$/.test(field) ? field.slice(1, -1) : field;
  const value = Object.hasOwn(event, path) ? event[path] : stepsOf(path).reduce<unknown>(memberOf, event);
  if (value === undefined || value === null) return undefined;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Members and indices in the order of the path; an index is the name of a member of a list. */
const stepsOf = (path: string) => path.replace(/\[(\d+)\]/g, '.$1').split('.');

function memberOf(value: unknown, name: string): unknown {
  const has = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
  return has ? (value as Record<string, unknown>)[name] : undefined;
}
