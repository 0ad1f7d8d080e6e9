import type { Account } from '../../account/index.ts';
import type { Source, Sources } from '../../mailings/index.ts';
import { type CustomFields, contactChecksum, customValue } from '../../people/index.ts';
import type { Recipient } from './recipient.ts';
import type { RenderContext } from './render-context.ts';

/** Where the tags of a mailing get their values: the namespaces CONTACT, MAILING, ACCOUNT, PROPERTY, EVENT and LINK. */
export function tagSources(context: RenderContext): Sources<Recipient> {
  const { account, properties, placeholders, customFields } = context;
  return (namespace, field) => {
    switch (namespace) {
      case 'CONTACT':
        return contactSource(account, customFields, field);
      case 'MAILING':
        return mailingValue(context, field);
      case 'ACCOUNT':
        return placeholders.get(field) ?? accountValue(account, field);
      case 'PROPERTY':
        return properties.get(field);
      case 'EVENT':
        return ({ event }) => eventValue(event, field);
      case 'LINK':
        return ({ pages }) => (Object.hasOwn(pages, field) ? pages[field]!() : undefined);
      default:
        return undefined;
    }
  };
}

function contactSource(account: Account, customFields: CustomFields, field: string): Source<Recipient> {
  switch (field) {
    case 'ID':
      return ({ contact }) => String(contact.id);
    case 'EMAIL':
      return ({ contact }) => contact.email;
    case 'EXTERNAL_ID':
      return ({ contact }) => contact.external_id ?? undefined;
    case 'CHECKSUM':
      return ({ contact }) => contactChecksum(account.secret, contact.id);
  }
  return ({ contact }) => {
    if (Object.hasOwn(contact.standard_fields, field)) return contact.standard_fields[field] ?? undefined;
    const custom = customValue(contact, field, customFields);
    return custom === undefined ? undefined : String(custom);
  };
}

function mailingValue({ account, mailing, content }: RenderContext, field: string): string | undefined {
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

/** What the service fills under keys that no placeholder may have. */
function accountValue({ name, domain }: Account, field: string): string | undefined {
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

/** A value of nested data by its path with dots; an attribute whose name has dots comes first. */
function eventValue(event: Recipient['event'], path: string): string | undefined {
  if (event === undefined) return undefined;
  const value = Object.hasOwn(event, path) ? event[path] : path.split('.').reduce<unknown>(memberOf, event);
  if (value === undefined || value === null) return undefined;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function memberOf(value: unknown, name: string): unknown {
  const has = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
  return has ? (value as Record<string, unknown>)[name] : undefined;
}
