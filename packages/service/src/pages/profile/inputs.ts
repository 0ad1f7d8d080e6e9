import type { ProfileField } from '../../people/index.ts';
import type { TextForm } from '../../platform/http/forms.ts';
import { escapeHtml } from '../../platform/text/escape.ts';
import type { Language } from '../../platform/text/language.ts';
import { words } from './words.ts';

/** Values of `autocomplete` (HTML, autofill) by field. */
const autocomplete: Record<string, string> = {
  ADDRESS: 'street-address',
  BIRTHDAY: 'bday',
  CITY: 'address-level2',
  COUNTRY: 'country-name',
  FIRSTNAME: 'given-name',
  FULLNAME: 'name',
  LASTNAME: 'family-name',
  ORGANIZATION: 'organization',
  REGION: 'address-level1',
  STATE: 'address-level1',
  TITLE: 'honorific-prefix',
  ZIP: 'postal-code',
};

/** Name of a field in the form; custom fields by id, which does not change when they are renamed. */
export const formName = (field: ProfileField) => (field.kind === 'standard' ? field.name : `custom-${field.id}`);

/** Label of the field. */
export const labelOf = (field: ProfileField, language: Language) =>
  field.kind === 'standard' ? words[language].fields[field.name]! : field.name;

/** The input of a field with its value; `attributes` are added to it. */
export function inputOf(field: ProfileField, value: string, attributes: string, language: Language): string {
  const { yes, no, genders } = words[language];
  const own = `name="${formName(field)}"${attributes}`;
  switch (typeOf(field)) {
    case 'gender':
      return select(own, Object.entries(genders), value);
    case 'boolean':
      return select(own, Object.entries({ true: yes, false: no }), value);
    case 'date':
      return input(own, 'type="date" max="9999-12-31"', value);
    case 'timestamp':
      return input(own, 'type="datetime-local" step="1" max="9999-12-31T23:59:59"', value.replace(' ', 'T'));
    case 'integer':
      return input(own, 'type="number" step="1" min="-2147483648" max="2147483647"', value);
    case 'float':
    case 'double':
      return input(own, 'type="number" step="any"', value);
    default: {
      const filled = field.kind === 'standard' ? autocomplete[field.name] : undefined;
      return input(own, `maxlength="255"${filled ? ` autocomplete="${filled}"` : ''}`, value);
    }
  }
}

/** Returns the submitted text of a field, or `undefined` if it was not submitted. */
export function textOf(field: ProfileField, form: TextForm): string | undefined {
  const text = form.get(formName(field))?.trim();
  if (text === undefined || typeOf(field) !== 'timestamp') return text;
  return text.replace('T', ' ').replace(/^(\d{4}-\d\d-\d\d \d\d:\d\d)$/, '$1:00');
}

function typeOf(field: ProfileField) {
  if (field.kind === 'custom') return field.type;
  if (field.name === 'GENDER') return 'gender';
  return field.name === 'BIRTHDAY' || field.name === 'NAMEDAY' ? 'date' : 'string';
}

const input = (own: string, type: string, value: string) => `<input ${own} ${type} value="${escapeHtml(value)}">`;

function select(own: string, choices: [value: string, label: string][], value: string): string {
  const options = [['', '–'], ...choices].map(
    ([choice, label]) => `<option value="${choice}"${choice === value ? ' selected' : ''}>${label}</option>`,
  );
  return `<select ${own}>${options.join('')}</select>`;
}
