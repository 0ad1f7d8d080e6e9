import { formatCustomValue } from '../contacts/custom-fields.ts';
import { type ContactChange, readContact } from '../contacts/input.ts';
import type { Contact } from '../contacts/store.ts';
import type { ProfileField } from './fields.ts';

/** Returns the value of a contact's field as text; empty if there is none. For days, only the date. */
export function profileValue(contact: Contact, field: ProfileField): string {
  if (field.kind === 'standard') {
    const text = contact.standard_fields[field.name] ?? '';
    return field.name === 'BIRTHDAY' || field.name === 'NAMEDAY' ? text.slice(0, 'YYYY-MM-DD'.length) : text;
  }
  const value = contact.custom_fields[field.id] ?? null;
  return value === null ? '' : formatCustomValue(value);
}

/**
 * Reads the values that a contact has entered. An empty text clears a field.
 * @param texts by field; fields that are absent or unchanged keep their values
 * @returns the change, and the fields whose text is not a valid value
 */
export function readProfile(
  contact: Contact,
  texts: ReadonlyMap<ProfileField, string>,
): { change: ContactChange; refused: Set<ProfileField> } {
  const change: ContactChange = { standardFields: {}, customFields: {}, preferences: [] };
  const refused = new Set<ProfileField>();
  for (const [field, text] of texts) {
    if (text === profileValue(contact, field)) continue;
    const entry = { [field.name]: text === '' ? null : text };
    const read =
      field.kind === 'standard'
        ? readContact({ standard_fields: entry }, new Map())
        : readContact({ custom_fields: entry }, new Map([[field.name, field]]));
    if (read.faults.length > 0) refused.add(field);
    Object.assign(change.standardFields, read.change.standardFields);
    Object.assign(change.customFields, read.change.customFields);
  }
  return { change, refused };
}
