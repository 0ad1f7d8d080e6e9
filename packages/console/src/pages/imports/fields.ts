import type { Option } from '../../components/forms.ts';
import { standardFields } from '../contacts/fields.ts';

const more: readonly Option[] = [
  ['FULLNAME', 'Full name'],
  ['NAMEDAY', 'Name day'],
];
const marks: readonly Option[] = [
  ['permission', 'Permission of each contact (1 to 6)'],
  ['status', 'Status in an export'],
];

/** Fields that a column can have; a column that no field was found for can become a new one. */
export function fieldOptions(column: string, field: string | undefined, customFields: readonly string[]): Option[] {
  const known: Option[] = [
    ['', 'Skip the column'],
    ['email', 'Email address'],
    ['external_id', 'External id'],
    ...[...standardFields, ...more].map(([name, label]) => [name, label.replace(/ \(.*/, '')] as const),
    ...customFields.map((name) => [name, name] as const),
    ...marks,
  ];
  const others: Option[] = field !== undefined && !known.some(([name]) => name === field) ? [[field, field]] : [];
  return [...known, ...others, ...newField(column, customFields)];
}

function newField(column: string, customFields: readonly string[]): Option[] {
  const isPossible = /^[^[\]|]{3,64}$/.test(column) && !customFields.includes(column) && !/^Column \d+$/.test(column);
  return isPossible ? [[`new:${column}`, `New text field “${column}”`]] : [];
}

/** Name of the custom field that is to be created for a choice. */
export const newFieldName = (choice: string): string | undefined =>
  choice.startsWith('new:') ? choice.slice(4) : undefined;
