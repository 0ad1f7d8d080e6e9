import type { Client } from '@mailwright/client';
import type { Option } from '../../components/forms.ts';

type Contact = Awaited<ReturnType<ReturnType<Client['contacts']['get']>['orThrow']>>;

export type { Contact };

type StandardField = NonNullable<Parameters<Client['contacts']['get']>[0]['standard_field']>[number];

/** Standard fields that people fill in, with their names on the page. */
export const standardFields: readonly (readonly [name: StandardField, label: string])[] = [
  ['FIRSTNAME', 'First name'],
  ['LASTNAME', 'Last name'],
  ['SALUTATION', 'Salutation'],
  ['TITLE', 'Title'],
  ['GENDER', 'Gender (m, f or d)'],
  ['BIRTHDAY', 'Birthday (YYYY-MM-DD)'],
  ['ORGANIZATION', 'Organization'],
  ['ADDRESS', 'Street'],
  ['HNR', 'House number'],
  ['ZIP', 'Postal code'],
  ['CITY', 'City'],
  ['REGION', 'Region'],
  ['STATE', 'State'],
  ['COUNTRY', 'Country'],
  ['LOCALE', 'Language (such as en or de_AT)'],
];
export const standardFieldNames = standardFields.map(([name]) => name);

export const permissions: readonly Option[] = [
  ['1', 'None: no newsletters'],
  ['2', 'Single opt-in'],
  ['3', 'Confirmed opt-in'],
  ['4', 'Double opt-in'],
  ['5', 'Double opt-in with tracking'],
  ['6', 'Other'],
];
export const permissionLabel = (permission: number | undefined) =>
  permissions.find(([value]) => value === String(permission))?.[1] ?? 'Unknown';

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
