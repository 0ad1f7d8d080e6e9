import { standardFields } from '../contacts/standard-fields.ts';

/** Names that documents use for what is read of every contact. */
const computedFields = [
  'PERMISSION_STATUS',
  'SENDOUT_STATUS',
  'CUSTOM_SOURCE',
  'CHECKSUM',
  'CONTACT_STATE',
  'CONTACT_STATE_REASON',
  'CONTACT_STATE_SINCE',
  'CONTACT_STATE_UNTIL',
  'CONTACT_TAGS',
  'NEWSLETTERS_PAUSED_UNTIL',
  'NEWSLETTERS_DAYS_BETWEEN',
];
/** Names that personalization tags use for what a contact is known by. */
const keyFields = ['ID', 'EMAIL', 'EXTERNAL_ID'];
const reserved = new Set<string>([...standardFields, ...computedFields, ...keyFields]);

/** Describes what is wrong with the name of a custom field. Returns `undefined` if it is valid. */
export function customFieldNameFault(name: string): string | undefined {
  if (reserved.has(name.toUpperCase())) return `is "${name}", which every contact has`;
  if (/[\p{Cc}[\]|]/u.test(name)) return 'must not have brackets, "|" or control characters';
  if (name !== name.trim()) return 'must not begin or end with a space';
  return undefined;
}
