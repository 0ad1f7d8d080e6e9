import { isDate } from './standard-fields.ts';

export type CustomFieldType = 'string' | 'integer' | 'float' | 'double' | 'boolean' | 'date' | 'timestamp';
export type CustomValue = string | number | boolean;

/** A field of the account's own. Contacts keep its values by its id, so that no contact changes when it is renamed. */
export interface CustomField {
  id: number;
  type: CustomFieldType;
}

/** The account's custom fields by name. */
export type CustomFields = ReadonlyMap<string, CustomField>;

/** The value that a contact has in the custom field of this name. */
export function customValue(
  { custom_fields }: { custom_fields: Record<string, CustomValue | null> },
  name: string,
  fields: CustomFields,
): CustomValue | undefined {
  const field = fields.get(name);
  return field === undefined ? undefined : (custom_fields[field.id] ?? undefined);
}

const booleans = new Map([
  ['0', false],
  ['1', true],
  ['false', false],
  ['true', true],
]);

/**
 * Reads the text of a custom field as its type: integers have 32 bits, numbers stay finite, booleans are 0, 1, true or
 * false, dates and timestamps keep their text. The fault says what is allowed.
 */
export function parseCustomValue(type: CustomFieldType, text: string): { value: CustomValue } | { fault: string } {
  switch (type) {
    case 'string':
      return [...text].length <= 255 ? { value: text } : { fault: 'must have at most 255 characters' };
    case 'integer': {
      const value = Number(text);
      const fits = /^[+-]?\d+$/.test(text) && value >= -2147483648 && value <= 2147483647;
      return fits ? { value } : { fault: 'must be an integer from -2147483648 to 2147483647' };
    }
    case 'float':
    case 'double': {
      const value = Number(text);
      const fits = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) && Number.isFinite(value);
      return fits ? { value } : { fault: 'must be a number' };
    }
    case 'boolean': {
      const value = booleans.get(text.toLowerCase());
      return value === undefined ? { fault: 'must be 0, 1, true or false' } : { value };
    }
    case 'date':
      return isDate(text) && text.length === 10 ? { value: text } : { fault: 'must be a date YYYY-MM-DD' };
    case 'timestamp':
      return isDate(text) && text.length === 19
        ? { value: text }
        : { fault: 'must be a timestamp YYYY-MM-DD HH:MM:SS' };
  }
}

/** The value of a custom field as documents print it. */
export function formatCustomValue(value: CustomValue): string {
  return String(value);
}
