import type { Client } from '@mailwright/client';
import type { Option } from '../components/forms.ts';
import { type Say, type Words, words } from '../words.ts';
import { standardFields, withoutHint } from './contact-fields.ts';

export type Draft = Parameters<Client['contactFilters']['create']>[0]['body'];
export type Group = Pick<Draft, 'match' | 'rules' | 'groups'>;
export type Rule = NonNullable<Group['rules']>[number];
type Operator = Rule['operator'];

/** A rule as a form has it. */
export interface RuleInput {
  field: string;
  operator: string;
  value: string;
  /** Id of the mailing that the activity is about, perhaps with its name behind it; empty for any. */
  mailing: string;
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
  ['TAG', words('Tag')],
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
  ['WITHIN_DAYS', words('is within the last days (number)')],
  ['ANNIVERSARY', words('has its anniversary within days (number)')],
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

/** The same with a mailing that is named. */
const namedActivities = {
  RECEIVED: words('received “{name}”'),
  OPENED: words('opened “{name}”'),
  CLICKED: words('clicked in “{name}”'),
  NOT_RECEIVED: words('did not receive “{name}”'),
  NOT_OPENED: words('did not open “{name}”'),
  NOT_CLICKED: words('did not click in “{name}”'),
} satisfies Partial<Record<Operator, Words>>;

/** Returns the rule of an input, `undefined` if the input is empty, or a text that says what is wrong. */
export function readRule(say: Say, { field, operator, value, mailing }: RuleInput): Rule | string | undefined {
  if (field === '') return undefined;
  const name = operator as Operator;
  const isActivity = activities.some(([each]) => each === name);
  if (isActivity !== (field === activity))
    return isActivity
      ? say('“{operator}” belongs to the field “Activity in mailings”.', { operator: operatorLabel(say, name) })
      : say('Choose what contacts did for the field “Activity in mailings”.');
  if (isActivity) {
    const id = mailing.match(/^\d{1,15}/)?.[0];
    if (mailing !== '' && id === undefined) return say('Choose the mailing from the list, or leave it empty for any.');
    if (value !== '' && !/^[1-9]\d{0,4}$/.test(value)) return say('Days must be a whole number from 1.');
    return {
      operator: name,
      ...(id !== undefined && { mailing_id: Number(id) }),
      ...(value !== '' && { days: Number(value) }),
    };
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

/** Makes the input of a stored rule, to change it. */
export function ruleInput({ field, is_customfield, operator, value, values, days, mailing_id }: Rule): RuleInput {
  if (field === undefined)
    return { field: activity, operator, value: String(days ?? ''), mailing: String(mailing_id ?? '') };
  return {
    field: is_customfield ? customPrefix + field : field,
    operator,
    value: values?.join(', ') ?? value ?? '',
    mailing: '',
  };
}

/** Ways to combine rules. */
export const matches: readonly (readonly [NonNullable<Group['match']>, Words])[] = [
  ['all', words('All rules')],
  ['any', words('At least one rule')],
  ['none', words('No rule')],
];

/** Describes a rule in words. @param names of the mailings that rules name */
export function describeRule(say: Say, rule: Rule, names: ReadonlyMap<number, string> = new Map()): string {
  const { field, is_customfield, operator, value, values, days, mailing_id } = rule;
  if (field === undefined) {
    const activity =
      mailing_id === undefined
        ? operatorLabel(say, operator)
        : say(namedActivities[operator as keyof typeof namedActivities], {
            name: names.get(mailing_id) ?? String(mailing_id),
          });
    if (days === undefined) return activity;
    return say('{days, plural, one {{activity} in the last day} other {{activity} in the last # days}}', {
      activity,
      days,
    });
  }
  const label = is_customfield ? field : fieldLabel(say, field);
  if (operator === 'WITHIN_DAYS')
    return say('{field} is within the last {days, plural, one {day} other {# days}}', {
      field: label,
      days: Number(value),
    });
  if (operator === 'ANNIVERSARY')
    return say('{field} has its anniversary within {days, plural, one {# day} other {# days}}', {
      field: label,
      days: Number(value),
    });
  const operand = values?.join(', ') ?? value;
  return [label, operatorLabel(say, operator), operand].filter((part) => part !== undefined).join(' ');
}

/** The mailings that rules name. */
export const mailingsIn = ({ rules = [], groups = [] }: Group): number[] => [
  ...rules.flatMap(({ mailing_id }) => mailing_id ?? []),
  ...groups.flatMap(mailingsIn),
];

function fieldLabel(say: Say, field: string): string {
  const label = namedFields.find(([name]) => name === field)?.[1];
  return label === undefined ? field : withoutHint(say(label));
}

function operatorLabel(say: Say, operator: Operator): string {
  const label = [...operators, ...activities].find(([name]) => name === operator)?.[1];
  return label === undefined ? operator : withoutHint(say(label));
}
