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
export function contactDocument(
  contact: ShownContact,
  selection: FieldSelection,
  fields: CustomFields,
  secret: Uint8Array,
) {
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
      value: standardValue(name).read(contact, secret),
    })),
    custom_fields: [...new Set(selection.custom_field)].flatMap((name) => {
      const value = customValue({ custom_fields: contact.custom_fields! }, name, fields);
      return value === undefined ? [] : [{ name, value: formatCustomValue(value) }];
    }),
    ...(selection.preference_categories.length > 0
      ? {
          preferences: contact.preferences!.filter(({ category }) =>
            selection.preference_categories.includes(category),
          ),
        }
      : {}),
  };
}

/** Columns of every document. */
const always = ['id', 'anonymous', 'email', 'permission', 'external_id', 'created_at', 'updated_at'] as const;

/** Columns of a contact with which its document can be made: those of the fields that are shown, and perhaps others. */
export type ShownContact = Pick<Contact, (typeof always)[number]> & Partial<Contact>;

/** Columns that `contactDocument` needs to show some fields. */
export function shownColumns({ standard_field, custom_field, preference_categories }: FieldSelection) {
  const columns = new Set<keyof Contact>(always);
  for (const name of standard_field) for (const column of standardValue(name).columns) columns.add(column);
  if (custom_field.length > 0) columns.add('custom_fields');
  if (preference_categories.length > 0) columns.add('preferences');
  // TypeScript cannot know which others there are.
  return [...columns] as (typeof always)[number][];
}

/** A value of contacts, and the columns of which it is made. */
interface StandardValue {
  columns: readonly (keyof Contact)[];
  read(contact: ShownContact, secret: Uint8Array): string | null;
}

function madeOf<Column extends keyof Contact>(
  columns: readonly Column[],
  read: (contact: Pick<Contact, Column>, secret: Uint8Array) => string | null,
): StandardValue {
  return { columns, read: read as StandardValue['read'] };
}

const stateColumns = [
  'permission',
  'unsubscribed_at',
  'unsubscribe_source',
  'blocked_at',
  'block_reason',
  'blocked_until',
] as const;

/** Fields that are computed from the contact's status. */
const computed: Readonly<Record<string, StandardValue>> = {
  PERMISSION_STATUS: madeOf(['permission', 'unsubscribed_at'], ({ permission, unsubscribed_at }) => {
    if (unsubscribed_at !== null) return 'unsubscribed';
    return permission === 1 ? 'none' : 'available';
  }),
  SENDOUT_STATUS: madeOf(['blocked_at'], ({ blocked_at }) => (blocked_at === null ? 'allowed' : 'blocked')),
  CUSTOM_SOURCE: madeOf(['source'], ({ source }) => source),
  CONTACT_STATE: madeOf(stateColumns, (contact) => contactState(contact).state),
  CONTACT_STATE_REASON: madeOf(stateColumns, (contact) => contactState(contact).reason),
  CONTACT_STATE_SINCE: madeOf(stateColumns, (contact) => {
    const { since } = contactState(contact);
    return since && formatSqlDateTime(since);
  }),
  CONTACT_STATE_UNTIL: madeOf(stateColumns, (contact) => {
    const { until } = contactState(contact);
    return until && formatSqlDateTime(until);
  }),
  CONTACT_TAGS: madeOf(['tags'], ({ tags }) => (tags.length > 0 ? tags.join(', ') : null)),
  NEWSLETTERS_PAUSED_UNTIL: madeOf(
    ['paused_until'],
    ({ paused_until }) => paused_until && formatSqlDateTime(paused_until),
  ),
  NEWSLETTERS_DAYS_BETWEEN: madeOf(['newsletter_days'], ({ newsletter_days }) =>
    newsletter_days === null ? null : String(newsletter_days),
  ),
  CHECKSUM: madeOf(['id'], ({ id }, secret) => contactChecksum(secret, id)),
};

/** A standard field, or one that is computed. */
function standardValue(name: string): StandardValue {
  if (Object.hasOwn(computed, name)) return computed[name]!;
  return madeOf(['standard_fields'], ({ standard_fields }) =>
    Object.hasOwn(standard_fields, name) ? (standard_fields[name] ?? null) : null,
  );
}
