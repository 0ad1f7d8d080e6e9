import type { Option } from '../../components/forms.ts';
import { type Say, type Words, words } from '../../words.ts';
import { standardFields, withoutHint } from '../contacts/fields.ts';

type NamedField = readonly [name: string, label: Words];

const more: readonly NamedField[] = [
  ['FULLNAME', words('Full name')],
  ['NAMEDAY', words('Name day')],
];
const marks: readonly NamedField[] = [
  ['permission', words('Permission of each contact (1 to 6)')],
  ['status', words('Status in an export')],
];

/** Fields that a column can have; a column that no field was found for can become a new one. */
export function fieldOptions(
  say: Say,
  column: string,
  field: string | undefined,
  customFields: readonly string[],
): Option[] {
  const known: Option[] = [
    ['', say('Skip the column')],
    ['email', say('Email address')],
    ['external_id', say('External id')],
    ...[...standardFields, ...more].map(([name, label]) => [name, withoutHint(say(label))] as const),
    ...customFields.map((name) => [name, name] as const),
    ...say.options(marks),
  ];
  const others: Option[] = field !== undefined && !known.some(([name]) => name === field) ? [[field, field]] : [];
  return [...known, ...others, ...newField(say, column, customFields)];
}

function newField(say: Say, column: string, customFields: readonly string[]): Option[] {
  const isPossible = /^[^[\]|]{3,64}$/.test(column) && !customFields.includes(column) && !/^Column \d+$/.test(column);
  return isPossible ? [[`new:${column}`, say('New text field “{name}”', { name: column })]] : [];
}

/** Name of the custom field that is to be created for a choice. */
export const newFieldName = (choice: string): string | undefined =>
  choice.startsWith('new:') ? choice.slice(4) : undefined;
