import { type CustomFieldType, isStandardField } from '../../people/index.ts';

/** Fields of every contact besides standard and custom fields. */
export const systemFields = {
  EMAIL: 'string',
  EMAIL_DOMAIN: 'string',
  EXTERNAL_ID: 'string',
  PERMISSION: 'integer',
  PERMISSION_STATUS: 'string',
  SENDOUT_STATUS: 'string',
  CREATED: 'timestamp',
  UPDATED: 'timestamp',
  CUSTOM_SOURCE: 'string',
  TAG: 'string',
} as const satisfies Record<string, CustomFieldType>;

export type SystemField = keyof typeof systemFields;

/** Fields with a fixed set of values. */
export const choices: Readonly<Record<string, readonly string[]>> = {
  PERMISSION_STATUS: ['available', 'none', 'unsubscribed'],
  SENDOUT_STATUS: ['allowed', 'blocked'],
  PERMISSION: ['1', '2', '3', '4', '5', '6'],
};

function isSystemField(name: string): name is SystemField {
  return Object.hasOwn(systemFields, name);
}

/** Type of the values of a field that every contact has; undefined when there is no such field. */
export function fieldType(name: string): CustomFieldType | undefined {
  if (isSystemField(name)) return systemFields[name];
  if (!isStandardField(name)) return undefined;
  return name === 'BIRTHDAY' || name === 'NAMEDAY' ? 'date' : 'string';
}
