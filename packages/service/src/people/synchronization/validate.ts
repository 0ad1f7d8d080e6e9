import type { SynchronizedContact } from '@mailwright/server';
import { inSlices } from '../../platform/tasks/in-slices.ts';
import { parseEmail } from '../../platform/text/email.ts';
import {
  type CustomFields,
  type CustomFieldType,
  type CustomValue,
  parseCustomValue,
} from '../contacts/custom-fields.ts';
import type { ContactChange } from '../contacts/input.ts';
import { isStandardField, standardFieldFault } from '../contacts/standard-fields.ts';
import {
  customFieldIllegal,
  emailInvalid,
  emailMissing,
  emailTwice,
  externalIdMissing,
  externalIdTooLong,
  externalIdTwice,
  type Fault,
  noSuchField,
  standardFieldIllegal,
} from './faults.ts';
import type { KnownBy } from './options.ts';

/** A valid contact of a call: what to change, and its service id where contacts are known by that. */
export interface Entry {
  contact: SynchronizedContact;
  change: ContactChange;
  /** Whether the contact loses its address. */
  clearsEmail: boolean;
  id: number | undefined;
}

export interface Invalid {
  contact: SynchronizedContact;
  fault: Fault;
}

/** Divides contacts into valid and invalid ones. Of several with the same key in the call, the first is valid. */
export async function validateContacts(
  contacts: readonly SynchronizedContact[],
  fields: CustomFields,
  knownBy: KnownBy,
): Promise<{ entries: Entry[]; invalid: Invalid[] }> {
  const entries: Entry[] = [];
  const invalid: Invalid[] = [];
  const seen = new Set<string>();
  await inSlices(contacts, (contact) => {
    const result = validateContact(contact, fields, knownBy);
    const fault = 'fault' in result ? result.fault : twice(result, knownBy, seen);
    if (fault !== undefined) invalid.push({ contact, fault });
    else if (!('fault' in result)) entries.push(result);
  });
  return { entries, invalid };
}

/** The first thing that is wrong with a contact by itself, or its entry. */
function validateContact(
  contact: SynchronizedContact,
  fields: CustomFields,
  knownBy: KnownBy,
): Entry | { fault: Fault } {
  const externalId = contact.external_id || undefined;
  const id = knownBy === 'service id' ? contact.id : undefined;
  if (knownBy === 'external id' && externalId === undefined) return { fault: externalIdMissing };
  if (knownBy !== 'external id' && id === undefined && !contact.email) return { fault: emailMissing };
  const email = contact.email ? parseEmail(contact.email) : undefined;
  if (contact.email && email === undefined) return { fault: emailInvalid };
  if (externalId !== undefined && [...externalId].length > 255) return { fault: externalIdTooLong };
  const standardFields: Record<string, string | null> = {};
  for (const { name, value } of contact.standard_fields ?? []) {
    if (!isStandardField(name)) return { fault: noSuchField(name) };
    const fault = value ? valueFault(name, 'standard', value) : undefined;
    if (fault !== undefined) return { fault };
    standardFields[name] = value || null;
  }
  const customFields: Record<string, CustomValue | null> = {};
  for (const { name, value } of contact.custom_fields ?? []) {
    const field = fields.get(name);
    if (field === undefined) return { fault: noSuchField(name) };
    const parsed = value === null ? { value } : parseCustomValue(field.type, value);
    if ('fault' in parsed) return { fault: customFieldIllegal(name, field.type) };
    customFields[field.id] = parsed.value;
  }
  const change: ContactChange = { standardFields, customFields, preferences: contact.preferences ?? [] };
  if (email !== undefined) change.email = email;
  if (contact.external_id !== undefined) change.externalId = externalId ?? null;
  return { contact, change, clearsEmail: contact.email === null, id };
}

/**
 * Returns the fault of a value of a field, or `undefined` if it is valid.
 * @param type of a custom field, or the kind of all others; `undefined` if there is no such field
 */
export function valueFault(name: string, type: CustomFieldType | 'standard' | undefined, value: string) {
  if (type === undefined) return noSuchField(name);
  if (type !== 'standard') return 'fault' in parseCustomValue(type, value) ? customFieldIllegal(name, type) : undefined;
  if (!isStandardField(name)) return noSuchField(name);
  return standardFieldFault(name, value) === undefined ? undefined : standardFieldIllegal(name);
}

function twice({ id, change }: Entry, knownBy: KnownBy, seen: Set<string>): Fault | undefined {
  const key =
    knownBy === 'external id' ? `x${change.externalId}` : id === undefined ? `e${change.email!.folded}` : `${id}`;
  if (seen.has(key)) return knownBy === 'external id' ? externalIdTwice : emailTwice;
  seen.add(key);
  return undefined;
}
