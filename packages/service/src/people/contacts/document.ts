import { formatSqlDateTime, formatSqlTimestamp } from '../../platform/time/format.ts';
import { contactChecksum } from './checksum.ts';
import { type CustomFields, customValue, formatCustomValue } from './custom-fields.ts';
import { contactState } from './state.ts';
import type { Contact } from './store.ts';

/** Which fields each contact of an answer carries. */
interface FieldSelection {
  standard_field: string[];
  custom_field: string[];
  preference_categories: string[];
}

/**
 * A contact as documents show it: requested standard fields without a value are nil, custom ones are left out, and
 * preferences are absent unless categories were asked for. An anonymous contact has only its ids.
 */
export function contactDocument(contact: Contact, selection: FieldSelection, fields: CustomFields, secret: Uint8Array) {
  if (contact.anonymous) return { anonymous: true, id: contact.id, external_id: contact.external_id };
  return {
    id: contact.id,
    ...(contact.email !== null ? { email: contact.email } : {}),
    permission: contact.permission,
    external_id: contact.external_id,
    created: formatSqlTimestamp(contact.created_at),
    updated: formatSqlTimestamp(contact.updated_at),
    standard_fields: [...new Set(selection.standard_field)].map((name) => ({
      name,
      value: standardValue(contact, name, secret),
    })),
    custom_fields: [...new Set(selection.custom_field)].flatMap((name) => {
      const value = customValue(contact, name, fields);
      return value === undefined ? [] : [{ name, value: formatCustomValue(value) }];
    }),
    ...(selection.preference_categories.length > 0
      ? {
          preferences: contact.preferences.filter(({ category }) => selection.preference_categories.includes(category)),
        }
      : {}),
  };
}

/** Standard fields and the ones that are computed from the contact's status. */
function standardValue(contact: Contact, name: string, secret: Uint8Array): string | null {
  switch (name) {
    case 'PERMISSION_STATUS':
      if (contact.unsubscribed_at !== null) return 'unsubscribed';
      return contact.permission === 1 ? 'none' : 'available';
    case 'SENDOUT_STATUS':
      return contact.blocked_at === null ? 'allowed' : 'blocked';
    case 'CUSTOM_SOURCE':
      return contact.source;
    case 'CONTACT_STATE':
      return contactState(contact).state;
    case 'CONTACT_STATE_REASON':
      return contactState(contact).reason;
    case 'CONTACT_STATE_SINCE': {
      const { since } = contactState(contact);
      return since && formatSqlDateTime(since);
    }
    case 'CONTACT_STATE_UNTIL': {
      const { until } = contactState(contact);
      return until && formatSqlDateTime(until);
    }
    case 'CHECKSUM':
      return contactChecksum(secret, contact.id);
    default:
      return Object.hasOwn(contact.standard_fields, name) ? (contact.standard_fields[name] ?? null) : null;
  }
}
