import type { Account } from '../../account/index.ts';
import type { Mailing, MailingContent } from '../../mailings/index.ts';
import { type Contact, type CustomFields, contactChecksum, customValue } from '../../people/index.ts';

/** A mailing for one recipient, and what its tags are filled with. */
export interface Letter {
  account: Account;
  mailing: Mailing;
  content: MailingContent;
  properties: ReadonlyMap<string, string>;
  /** Of the account, by key. */
  placeholders: ReadonlyMap<string, string>;
  customFields: CustomFields;
  contact: Contact & { email: string };
  /** Web addresses by their names, such as DOI_CONFIRM. */
  links: Readonly<Record<string, string>>;
}

/** Values of the namespaces CONTACT, MAILING, ACCOUNT, PROPERTY and LINK for one recipient. */
export function tagValues(letter: Letter): (namespace: string, field: string) => string | undefined {
  const { account, properties, placeholders, customFields, contact, links } = letter;
  return (namespace, field) => {
    switch (namespace) {
      case 'CONTACT':
        return contactValue(account, customFields, contact, field);
      case 'MAILING':
        return mailingValue(letter, field);
      case 'ACCOUNT':
        return placeholders.get(field) ?? accountValue(account, field);
      case 'PROPERTY':
        return properties.get(field);
      case 'LINK':
        return Object.hasOwn(links, field) ? links[field] : undefined;
      default:
        return undefined;
    }
  };
}

function contactValue(
  account: Account,
  customFields: CustomFields,
  contact: Contact,
  field: string,
): string | undefined {
  switch (field) {
    case 'ID':
      return String(contact.id);
    case 'EMAIL':
      return contact.email ?? undefined;
    case 'EXTERNAL_ID':
      return contact.external_id ?? undefined;
    case 'CHECKSUM':
      return contactChecksum(account.secret, contact.id);
  }
  if (Object.hasOwn(contact.standard_fields, field)) return contact.standard_fields[field] ?? undefined;
  const custom = customValue(contact, field, customFields);
  return custom === undefined ? undefined : String(custom);
}

function mailingValue({ account, mailing, content }: Letter, field: string): string | undefined {
  const values: Record<string, string> = {
    ID: String(mailing.id),
    NAME: mailing.name,
    SUBJECT: content.subject,
    DOMAIN: account.domain,
  };
  return Object.hasOwn(values, field) ? values[field] : undefined;
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
