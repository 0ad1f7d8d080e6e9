import type { Client } from '@mailwright/client';
import { type Say, type Words, words } from '../words.ts';

type Contact = Awaited<ReturnType<ReturnType<Client['contacts']['get']>['orThrow']>>;

export type { Contact };

type StandardField = NonNullable<Parameters<Client['contacts']['get']>[0]['standard_field']>[number];

/** Standard fields that people fill in, with their names on the page. */
export const standardFields: readonly (readonly [name: StandardField, label: Words])[] = [
  ['FIRSTNAME', words('First name')],
  ['LASTNAME', words('Last name')],
  ['SALUTATION', words('Salutation')],
  ['TITLE', words('Title')],
  ['GENDER', words('Gender (m, f or d)')],
  ['BIRTHDAY', words('Birthday (YYYY-MM-DD)')],
  ['ORGANIZATION', words('Organization')],
  ['ADDRESS', words('Street')],
  ['HNR', words('House number')],
  ['ZIP', words('Postal code')],
  ['CITY', words('City')],
  ['REGION', words('Region')],
  ['STATE', words('State or province')],
  ['COUNTRY', words('Country')],
  ['LOCALE', words('Language (such as en or de_AT)')],
];
export const standardFieldNames = standardFields.map(([name]) => name);

/** Returns a label without the hint in brackets behind it. */
export const withoutHint = (label: string): string => label.replace(/ \(.*/, '');

/** The name of a field as people read it; a custom field is called as the account has named it. */
export function fieldName(say: Say, name: string): string {
  const label = standardFields.find(([field]) => field === name)?.[1];
  return label === undefined ? name : withoutHint(say(label));
}

export const permissions: readonly (readonly [value: string, label: Words])[] = [
  ['1', words('None: no newsletters')],
  ['2', words('Single opt-in')],
  ['3', words('Confirmed opt-in')],
  ['4', words('Double opt-in')],
  ['5', words('Double opt-in with tracking')],
  ['6', words('Other')],
];
export function permissionLabel(say: Say, permission: number | undefined): string {
  const label = permissions.find(([value]) => value === String(permission))?.[1];
  return label === undefined ? say('Unknown') : say(label);
}

/** Returns the value of a field; empty if there is none. */
export const fieldValue = (
  fields: readonly { name: string; value?: string | null | undefined }[] | undefined,
  name: string,
): string => fields?.find((field) => field.name === name)?.value ?? '';

export const nameOf = ({ standard_fields }: Contact): string =>
  [fieldValue(standard_fields, 'FIRSTNAME'), fieldValue(standard_fields, 'LASTNAME')].filter(Boolean).join(' ');

export const customFieldsOf = (client: Client) => client.contacts.listCustomFields().orThrow();

/** Fields of a form as values of a contact; an emptied field clears its value. */
export function readFields(form: FormData, prefix: 'standard' | 'custom') {
  const start = `${prefix}-`;
  return [...form]
    .filter((field): field is [string, string] => field[0].startsWith(start) && typeof field[1] === 'string')
    .map(([name, value]) => ({ name: name.slice(start.length), value: value.trim() === '' ? null : value.trim() }));
}
