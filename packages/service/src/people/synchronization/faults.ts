import type { CustomFieldType } from '../contacts/custom-fields.ts';
import type { StandardField } from '../contacts/standard-fields.ts';

/** Faults of a contact in a synchronization, by the codes of its report. */
export interface Fault {
  code: number;
  error_field: string;
}

export const externalIdMissing: Fault = { code: 1, error_field: 'external_id' };
export const emailMissing: Fault = { code: 2, error_field: 'email' };
export const emailInvalid: Fault = { code: 3, error_field: 'email' };
export const externalIdTwice: Fault = { code: 4, error_field: 'external_id' };
export const emailTwice: Fault = { code: 5, error_field: 'email' };
export const externalIdTooLong: Fault = { code: 26, error_field: 'external_id' };

const standardFieldCodes: Record<StandardField, number> = {
  ADDRESS: 6,
  CITY: 7,
  FIRSTNAME: 8,
  FULLNAME: 9,
  HNR: 10,
  LASTNAME: 11,
  ORGANIZATION: 12,
  REGION: 13,
  STATE: 14,
  TITLE: 15,
  ZIP: 16,
  BIRTHDAY: 17,
  NAMEDAY: 18,
  GENDER: 19,
  LOCALE: 20,
  // These two have no code of their own.
  COUNTRY: 26,
  SALUTATION: 26,
};

const customFieldCodes: Record<CustomFieldType, number> = {
  boolean: 22,
  float: 23,
  double: 24,
  integer: 25,
  string: 26,
  date: 27,
  timestamp: 27,
};

export const standardFieldIllegal = (name: StandardField): Fault => ({
  code: standardFieldCodes[name],
  error_field: name,
});
export const noSuchField = (name: string): Fault => ({ code: 21, error_field: name });
export const customFieldIllegal = (name: string, type: CustomFieldType): Fault => ({
  code: customFieldCodes[type],
  error_field: name,
});
