import { type EmailAddress, parseEmail } from '../../platform/text/email.ts';
import type { ContactPreference } from '../tables.ts';
import { type CustomFields, type CustomValue, parseCustomValue } from './custom-fields.ts';
import { isStandardField, standardFieldFault, standardFields } from './standard-fields.ts';

/** A contact as bodies carry it: fields as lists (XML) or as maps (JSON). */
export interface ContactBody {
  email?: string;
  permission?: 1 | 2 | 3 | 4 | 5 | 6;
  external_id?: string | null;
  standard_fields?: FieldList | FieldMap;
  custom_fields?: FieldList | FieldMap;
  preferences?: (Omit<ContactPreference, 'source'> & { source?: string })[];
}
type FieldList = { name: string; value: string | null }[];
type FieldMap = Record<string, string | number | boolean | null>;

/** A checked contact: what is absent stays as it is, null clears. */
export interface ContactChange {
  email?: EmailAddress;
  permission?: 1 | 2 | 3 | 4 | 5 | 6;
  externalId?: string | null;
  standardFields: Record<string, string | null>;
  /** By the ids of the fields. */
  customFields: Record<string, CustomValue | null>;
  preferences: NonNullable<ContactBody['preferences']>;
}

/** Checks a body against the account's custom fields. The faults name the field, what was wrong, and what is allowed. */
export function readContact(body: ContactBody, fields: CustomFields): { change: ContactChange; faults: string[] } {
  const faults: string[] = [];
  const change: ContactChange = { standardFields: {}, customFields: {}, preferences: body.preferences ?? [] };
  if (body.email !== undefined && body.email !== '') {
    const email = parseEmail(body.email);
    if (email === undefined) faults.push(`email "${body.email}" is not an email address`);
    else change.email = email;
  }
  if (body.permission !== undefined) change.permission = body.permission;
  if (body.external_id !== undefined) change.externalId = body.external_id === '' ? null : body.external_id;
  const isMap = !Array.isArray(body.standard_fields);
  for (const [name, value] of fieldEntries(body.standard_fields)) {
    const upper = name.toUpperCase();
    if (!isMap || name !== name.toLowerCase() || !isStandardField(upper)) setStandard(name, value);
    else if (fields.has(name)) setCustom(name, value);
    else if (upper in change.standardFields) faults.push(`standard field ${upper} is given as "${name}" too`);
    else setStandard(upper, value);
  }
  for (const [name, value] of fieldEntries(body.custom_fields)) setCustom(name, value);
  return { change, faults };

  function setStandard(name: string, value: string | null): void {
    if (!isStandardField(name)) {
      faults.push(`"${name}" is not a standard field; standard fields are ${standardFields.join(', ')}`);
      return;
    }
    const fault = value === null || value === '' ? undefined : standardFieldFault(name, value);
    if (fault) faults.push(`standard field ${name} ${fault}`);
    else change.standardFields[name] = value === '' ? null : value;
  }

  function setCustom(name: string, value: string | null): void {
    const field = fields.get(name);
    if (field === undefined) {
      faults.push(`"${name}" is not a custom field of the account`);
      return;
    }
    const parsed = value === null ? { value } : parseCustomValue(field.type, value);
    if ('fault' in parsed) faults.push(`custom field ${name} ${parsed.fault}`);
    else change.customFields[field.id] = parsed.value;
  }
}

function fieldEntries(fields: FieldList | FieldMap | undefined): [string, string | null][] {
  if (fields === undefined) return [];
  if (Array.isArray(fields)) return fields.map(({ name, value }) => [name, value]);
  return Object.entries(fields).map(([name, value]) => [name, value === null ? null : String(value)]);
}

/** Preferences after a change: those of the same name and category are replaced; an absent source stays, an empty one goes. */
export function mergePreferences(
  before: ContactPreference[],
  change: NonNullable<ContactBody['preferences']>,
  now: string,
): ContactPreference[] {
  const merged = new Map(before.map((preference) => [preferenceKey(preference), preference]));
  for (const { source, ...preference } of change) {
    const key = preferenceKey(preference);
    const kept = source === undefined ? merged.get(key)?.source : source;
    merged.set(key, { ...preference, last_modified: now, ...(kept ? { source: kept } : {}) });
  }
  return [...merged.values()];
}

function preferenceKey({ category, name }: { category: string; name: string }): string {
  return JSON.stringify([category, name]);
}
