import type { Client } from '@mailwright/client';
import type { Option } from '../../components/forms.ts';
import { type Say, type Words, words } from '../../words.ts';
import { standardFields, withoutHint } from '../contacts/fields.ts';

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

type NamedField = readonly [name: string, label: Words];

const systemFields: readonly NamedField[] = [
  ['EMAIL', words('Email address')],
  ['EMAIL_DOMAIN', words('Domain of the address')],
  ['EXTERNAL_ID', words('External id')],
  ['PERMISSION', words('Permission (1 to 6)')],
  ['CREATED', words('Added on')],
  ['CUSTOM_SOURCE', words('Source')],
];
const namedFields: readonly NamedField[] = [...systemFields, ...standardFields, ['FULLNAME', words('Full name')]];

/** Fields of rules, with the custom fields of the account. */
export const ruleFields = (say: Say, customFields: readonly string[]): readonly Option[] => [
  ['', say('No rule')],
  [activity, say('Activity in mailings')],
  ...say.options(namedFields),
  ...customFields.map((name) => [customPrefix + name, name] as const),
];

/** Operators of fields, in words. */
export const operators: readonly (readonly [Operator, Words])[] = [
  ['EQUALS', words('is')],
  ['NOTEQUALS', words('is not')],
  ['CONTAINS', words('contains')],
  ['NOTCONTAINS', words('does not contain')],
  ['STARTS_WITH', words('starts with')],
  ['ENDS_WITH', words('ends with')],
  ['IN', words('is one of (with commas between)')],
  ['BETWEEN', words('is between (with a comma between)')],
  ['GREATER', words('is greater than')],
  ['LESS', words('is less than')],
  ['BEFORE', words('is before (YYYY-MM-DD)')],
  ['AFTER', words('is after (YYYY-MM-DD)')],
  ['WITHIN_DAYS', words('is in the last days (number)')],
  ['ANNIVERSARY', words('has its anniversary (days away at most)')],
  ['EMPTY', words('is empty')],
  ['NOTEMPTY', words('is not empty')],
];
/** Operators without a field, in words. */
export const activities: readonly (readonly [Operator, Words])[] = [
  ['RECEIVED', words('received a mailing')],
  ['OPENED', words('opened a mailing')],
  ['CLICKED', words('clicked in a mailing')],
  ['NOT_RECEIVED', words('received no mailing')],
  ['NOT_OPENED', words('opened no mailing')],
  ['NOT_CLICKED', words('clicked in no mailing')],
];

/** Returns the rule of an input, `undefined` if the input is empty, or a text that says what is wrong. */
export function readRule(say: Say, { field, operator, value }: RuleInput): Rule | string | undefined {
  if (field === '') return undefined;
  const name = operator as Operator;
  const isActivity = activities.some(([each]) => each === name);
  if (isActivity !== (field === activity))
    return isActivity
      ? say('“{operator}” belongs to the field “Activity in mailings”.', { operator: operatorLabel(say, name) })
      : say('Choose what contacts did for the field “Activity in mailings”.');
  if (isActivity) {
    if (value === '') return { operator: name };
    return /^[1-9]\d{0,4}$/.test(value)
      ? { operator: name, days: Number(value) }
      : say('Days must be a whole number from 1.');
  }
  const of = field.startsWith(customPrefix)
    ? { is_customfield: true, field: field.slice(customPrefix.length) }
    : { field };
  if (name === 'EMPTY' || name === 'NOTEMPTY') return { ...of, operator: name };
  if (value === '')
    return say('The rule “{field} {operator}” needs a value.', {
      field: fieldLabel(say, of.field),
      operator: operatorLabel(say, name),
    });
  if (name !== 'IN' && name !== 'BETWEEN') return { ...of, operator: name, value };
  const values = value.split(',').map((each) => each.trim());
  return { ...of, operator: name, values: values.filter((each) => each !== '') };
}

/** Ways to combine rules. */
export const matches: readonly (readonly [NonNullable<Group['match']>, Words])[] = [
  ['all', words('All rules')],
  ['any', words('At least one rule')],
  ['none', words('No rule')],
];

/** Describes a rule in words. */
export function describeRule(say: Say, { field, operator, value, values, days, mailing_id }: Rule): string {
  if (field === undefined) {
    const any = capitalized(operatorLabel(say, operator));
    const activity =
      mailing_id === undefined ? any : say('{activity} (mailing {id})', { activity: any, id: mailing_id });
    if (days === undefined) return activity;
    return say('{days, plural, one {{activity} in the last day} other {{activity} in the last # days}}', {
      activity,
      days,
    });
  }
  const operand = values?.join(', ') ?? value;
  return [fieldLabel(say, field), operatorLabel(say, operator), operand].filter((part) => part !== undefined).join(' ');
}

function fieldLabel(say: Say, field: string): string {
  const label = namedFields.find(([name]) => name === field)?.[1];
  return label === undefined ? field : withoutHint(say(label));
}

function operatorLabel(say: Say, operator: Operator): string {
  const label = [...operators, ...activities].find(([name]) => name === operator)?.[1];
  return label === undefined ? operator : withoutHint(say(label));
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
