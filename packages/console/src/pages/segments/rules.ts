import type { Client } from '@mailwright/client';
import type { Option } from '../../components/forms.ts';
import { standardFields } from '../contacts/fields.ts';

export type Draft = Parameters<Client['contactFilters']['create']>[0]['body'];
type Group = Pick<Draft, 'match' | 'rules' | 'groups'>;
export type Rule = NonNullable<Group['rules']>[number];
type Operator = Rule['operator'];

/** A rule as a form has it. */
export interface RuleInput {
  field: string;
  operator: string;
  value: string;
}

/** The field of rules about what contacts did; their value is a number of days. */
const activity = 'activity';
const customPrefix = 'custom:';

const systemFields: readonly Option[] = [
  ['EMAIL', 'Email address'],
  ['EMAIL_DOMAIN', 'Domain of the address'],
  ['EXTERNAL_ID', 'External id'],
  ['PERMISSION', 'Permission (1 to 6)'],
  ['CREATED', 'Added on'],
  ['CUSTOM_SOURCE', 'Source'],
];
const namedFields: readonly Option[] = [...systemFields, ...standardFields, ['FULLNAME', 'Full name']];

/** Fields of rules, with the custom fields of the account. */
export const ruleFields = (customFields: readonly string[]): readonly Option[] => [
  ['', 'No rule'],
  [activity, 'Activity in mailings'],
  ...namedFields,
  ...customFields.map((name) => [customPrefix + name, name] as const),
];

/** Operators of fields, in words. */
export const operators: readonly (readonly [Operator, string])[] = [
  ['EQUALS', 'is'],
  ['NOTEQUALS', 'is not'],
  ['CONTAINS', 'contains'],
  ['NOTCONTAINS', 'does not contain'],
  ['STARTS_WITH', 'starts with'],
  ['ENDS_WITH', 'ends with'],
  ['IN', 'is one of (with commas between)'],
  ['BETWEEN', 'is between (with a comma between)'],
  ['GREATER', 'is greater than'],
  ['LESS', 'is less than'],
  ['BEFORE', 'is before (YYYY-MM-DD)'],
  ['AFTER', 'is after (YYYY-MM-DD)'],
  ['WITHIN_DAYS', 'is in the last days (number)'],
  ['ANNIVERSARY', 'has its anniversary (days away at most)'],
  ['EMPTY', 'is empty'],
  ['NOTEMPTY', 'is not empty'],
];
/** Operators without a field, in words. */
export const activities: readonly (readonly [Operator, string])[] = [
  ['RECEIVED', 'received a mailing'],
  ['OPENED', 'opened a mailing'],
  ['CLICKED', 'clicked in a mailing'],
  ['NOT_RECEIVED', 'received no mailing'],
  ['NOT_OPENED', 'opened no mailing'],
  ['NOT_CLICKED', 'clicked in no mailing'],
];

/** Returns the rule of an input, `undefined` if the input is empty, or a text that says what is wrong. */
export function readRule({ field, operator, value }: RuleInput): Rule | string | undefined {
  if (field === '') return undefined;
  const name = operator as Operator;
  const isActivity = activities.some(([each]) => each === name);
  if (isActivity !== (field === activity))
    return isActivity
      ? `“${wordsOf(name)}” belongs to the field “Activity in mailings”.`
      : `Choose what contacts did for the field “Activity in mailings”.`;
  if (isActivity) {
    if (value === '') return { operator: name };
    return /^[1-9]\d{0,4}$/.test(value)
      ? { operator: name, days: Number(value) }
      : 'Days must be a whole number from 1.';
  }
  const of = field.startsWith(customPrefix)
    ? { is_customfield: true, field: field.slice(customPrefix.length) }
    : { field };
  if (name === 'EMPTY' || name === 'NOTEMPTY') return { ...of, operator: name };
  if (value === '') return `The rule “${labelOf(of.field)} ${wordsOf(name)}” needs a value.`;
  if (name !== 'IN' && name !== 'BETWEEN') return { ...of, operator: name, value };
  const values = value.split(',').map((each) => each.trim());
  return { ...of, operator: name, values: values.filter((each) => each !== '') };
}

/** Ways to combine rules. */
export const matches: readonly (readonly [NonNullable<Group['match']>, string])[] = [
  ['all', 'All rules'],
  ['any', 'At least one rule'],
  ['none', 'No rule'],
];

/** Describes a rule in words. */
export function describeRule({ field, operator, value, values, days, mailing_id }: Rule): string {
  if (field === undefined) {
    const mailing = mailing_id === undefined ? '' : ` (mailing ${mailing_id})`;
    const time = days === undefined ? '' : ` in the last ${days} days`;
    return `${capitalized(wordsOf(operator))}${mailing}${time}`;
  }
  const operand = values?.join(', ') ?? value;
  return [labelOf(field), wordsOf(operator), operand].filter((part) => part !== undefined).join(' ');
}

const labelOf = (field: string) => (namedFields.find(([name]) => name === field)?.[1] ?? field).replace(/ \(.*/, '');
const wordsOf = (operator: Operator) =>
  ([...operators, ...activities].find(([name]) => name === operator)?.[1] ?? operator).replace(/ \(.*/, '');
const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
