import { type SqlBool, sql } from 'kysely';
import type { Account } from '../account/index.ts';
import {
  type ContactCondition,
  contactDocuments,
  contactsMatching,
  customFields,
  parseEmail,
} from '../people/index.ts';
import type { Db } from '../platform/database/schema.ts';

/** The contacts that a report is about. */
export interface ReportContactFilter {
  ids: number[];
  emails: string[];
  eids: string[];
  excludeAnonymous: boolean;
}

/** Ids of the contacts that a report is about, as a subquery; undefined when it is about all, erased ones too. */
export function contactsOfReport(db: Db, accountId: number, filter: ReportContactFilter) {
  const { ids, emails, eids, excludeAnonymous } = filter;
  if (ids.length + emails.length + eids.length === 0 && !excludeAnonymous) return undefined;
  const addresses = emails.flatMap((email) => parseEmail(email)?.folded ?? []);
  const condition: ContactCondition = (contact) =>
    contact.and([
      ...(excludeAnonymous ? [contact('anonymous', '=', false)] : []),
      ...(ids.length > 0 ? [sql<SqlBool>`contact.id = any(${ids}::int8[])`] : []),
      ...(emails.length > 0 ? [sql<SqlBool>`contact.email_folded = any(${addresses}::text[])`] : []),
      ...(eids.length > 0 ? [sql<SqlBool>`contact.external_id = any(${eids}::text[])`] : []),
    ]);
  return contactsMatching(db, accountId, condition).select('id');
}

interface Selection {
  standard_field: string[];
  custom_field: string[];
  embed_field_backups: boolean;
}

/** Gives the contacts of a page as reports show them; an erased one has not even ids. */
export async function reportContacts(
  { db, accountId, account }: { db: Db; accountId: number; account: Account },
  ids: (number | null)[],
  { standard_field, custom_field, embed_field_backups }: Selection,
) {
  const wanted = ids.filter((id) => id !== null);
  const selection = { standard_field, custom_field, preference_categories: [] };
  const rows =
    wanted.length === 0 ? [] : await contactsById(db, accountId, wanted, contactDocuments.shownColumns(selection));
  const contacts = new Map(rows.map((contact) => [contact.id, contact]));
  const fields = custom_field.length > 0 ? await customFields(db, accountId) : new Map();
  return (id: number | null) => {
    const contact = id === null ? undefined : contacts.get(id);
    if (contact === undefined) return { anonymous: true };
    const document = contactDocuments.contactDocument(contact, selection, fields, account.secret);
    if (contact.anonymous) return document;
    // No field of this service is kept as it was when something happened.
    return { ...document, permissionType: contact.permission, ...(embed_field_backups ? { field_backups: [] } : {}) };
  };
}

async function contactsById(
  db: Db,
  accountId: number,
  ids: number[],
  columns: ReturnType<typeof contactDocuments.shownColumns>,
): Promise<contactDocuments.ShownContact[]> {
  return contactsMatching(db, accountId, () => sql<SqlBool>`contact.id = any(${ids}::int8[])`)
    .select(columns)
    .execute();
}
