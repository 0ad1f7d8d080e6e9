import type { Option } from '../../components/forms.ts';
import { type Say, type Words, words } from '../../words.ts';
import { standardFields, withoutHint } from '../contact-fields.ts';

type NamedField = readonly [name: string, label: Words];
export type NewFieldType = 'string' | 'double' | 'boolean' | 'date';

const more: readonly NamedField[] = [
  ['FULLNAME', words('Full name')],
  ['NAMEDAY', words('Name day')],
];
const marks: readonly NamedField[] = [
  ['permission', words('Permission of each contact (1 to 6)')],
  ['status', words('Status in an export')],
  ['tags', words('Tags, with commas between them')],
];

/** Fields that a column can have; a column that no field was found for can become a new one, of the type of its values or of texts. */
export function fieldOptions(
  say: Say,
  {
    name: column,
    field,
    type = 'string',
  }: { name: string; field?: string | undefined; type?: NewFieldType | undefined },
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
  const types: NewFieldType[] = type === 'string' ? [type] : [type, 'string'];
  return [...known, ...others, ...types.flatMap((each) => newField(say, column, each, customFields))];
}

const newFields: Record<NewFieldType, Words> = {
  string: words('New text field “{name}”'),
  double: words('New number field “{name}”'),
  boolean: words('New yes-or-no field “{name}”'),
  date: words('New date field “{name}”'),
};

function newField(say: Say, column: string, type: NewFieldType, customFields: readonly string[]): Option[] {
  const isPossible = /^[^[\]|]{3,64}$/.test(column) && !customFields.includes(column) && !/^Column \d+$/.test(column);
  return isPossible ? [[`new-${type}:${column}`, say(newFields[type], { name: column })]] : [];
}

/** Custom field that is to be created for a choice. */
export function newFieldOf(choice: string): { name: string; type: NewFieldType } | undefined {
  const [, type, name] = /^new-(string|double|boolean|date):(.*)$/s.exec(choice) ?? [];
  return type === undefined ? undefined : { name: name!, type: type as NewFieldType };
}
