import fc from 'fast-check';
import { fieldType } from '../../src/audiences/filters/fields.ts';
import { operandOf, operatorsFor } from '../../src/audiences/filters/operators.ts';
import {
  type ActivityRule,
  activityOperators,
  type FieldRule,
  type Group,
  type Rule,
} from '../../src/audiences/filters/rules.ts';
import { readRuleValue } from '../../src/audiences/filters/values.ts';
import type { CustomFieldType } from '../../src/people/contacts/custom-fields.ts';
import type { Permission } from '../../src/people/tables.ts';
import type { EventClass } from '../../src/tracking/tables.ts';
import type { Act, Subject } from './evaluate.ts';

const customFields = new Map<string, CustomFieldType>([
  ['TEXT', 'string'],
  ['COUNT', 'integer'],
  ['SHARE', 'double'],
  ['FLAG', 'boolean'],
  ['DAY', 'date'],
  ['TIME', 'timestamp'],
]);

/** Few letters, so that values meet: with case, patterns of LIKE, quotes, and beyond ASCII and the BMP. */
const text = fc.string({
  unit: fc.constantFrom('a', 'A', 'b', 'ä', 'Ä', 'ж', 'Ж', 'ß', '%', '_', '\\', "'", '"', ' ', '😀', '｡'),
  maxLength: 4,
});
const word = text.filter((value) => value !== '');
const day = fc.constantFrom(
  '1980-02-28',
  '1980-02-29',
  '1981-03-01',
  '2026-11-20',
  '2026-11-19',
  '2027-01-01',
  '2031-12-31',
  '1999-07-14',
);
/** Days near today too, which the database knows. */
const days = (today: string) =>
  fc.oneof(
    day,
    fc
      .integer({ min: -40, max: 40 })
      .map((shift) => new Date(Date.parse(today) + shift * 86_400_000).toISOString().slice(0, 10)),
  );
/** Hours at which the day changes somewhere: in UTC, and in the zones that the test sets. */
const clock = fc.constantFrom('00:00:00', '12:30:00', '23:59:59', '09:59:59', '10:00:00', '21:59:59', '23:00:00');
const number = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom(0.1, -0.5, 1e300, 5e-324, 2147483647, 1e21));
const integer = fc.integer({ min: -3, max: 3 });
const email = fc.constantFrom('ada@example.com', 'ben@example.org', 'a.b@xn--mnchen-3ya.example', 'žofie@example.org');
const timestamps = (today: string) => fc.tuple(days(today), clock).map((parts) => parts.join(' '));

/** Ids of mailings that stand in rules. */
const mailings = [1, 2];

function acts(today: string): fc.Arbitrary<Act[]> {
  const one = fc.record({
    mailing: fc.constantFrom(...mailings),
    at: timestamps(today),
    class: fc.constantFrom<EventClass>('human', 'suspect', 'machine'),
  });
  return fc.array(one, { maxLength: 2 });
}

function receipts(today: string): fc.Arbitrary<Act[]> {
  const one = fc.record({
    mailing: fc.constantFrom(...mailings),
    at: timestamps(today),
    class: fc.constant<EventClass>('human'),
  });
  return fc.uniqueArray(one, { maxLength: 2, selector: ({ mailing }) => mailing });
}

export function subjects(today: string): fc.Arbitrary<Subject> {
  const some = { requiredKeys: [] as [] };
  return fc.record({
    email: fc.option(email),
    external_id: fc.option(word),
    permission: fc.constantFrom<Permission>(1, 2, 3, 4, 5, 6),
    source: fc.option(word),
    standard_fields: fc.record(
      { CITY: word, FIRSTNAME: word, BIRTHDAY: fc.oneof(days(today), timestamps(today)) },
      some,
    ),
    custom_fields: fc.record(
      { TEXT: text, COUNT: integer, SHARE: number, FLAG: fc.boolean(), DAY: days(today), TIME: timestamps(today) },
      some,
    ),
    unsubscribed: fc.boolean(),
    blocked: fc.boolean(),
    created: timestamps(today),
    updated: timestamps(today),
    received: receipts(today),
    opened: acts(today),
    clicked: acts(today),
  });
}

const fields: [field: string, isCustom: boolean][] = [
  ...['CITY', 'FIRSTNAME', 'BIRTHDAY', 'EMAIL', 'EMAIL_DOMAIN', 'EXTERNAL_ID', 'PERMISSION'].map(
    (name) => [name, false] as [string, boolean],
  ),
  ...['PERMISSION_STATUS', 'SENDOUT_STATUS', 'CUSTOM_SOURCE', 'CREATED', 'UPDATED'].map(
    (name) => [name, false] as [string, boolean],
  ),
  ...[...customFields.keys()].map((name) => [name, true] as [string, boolean]),
];

function ruleValues(field: string, type: CustomFieldType, today: string): fc.Arbitrary<string> {
  if (field === 'PERMISSION') return fc.constantFrom('1', '2', '4', '6');
  if (field === 'PERMISSION_STATUS') return fc.constantFrom('available', 'NONE', 'unsubscribed');
  if (field === 'SENDOUT_STATUS') return fc.constantFrom('allowed', 'blocked');
  if (field === 'EMAIL')
    return fc.oneof(email, fc.constantFrom('ADA@EXAMPLE.COM', 'a.b@münchen.example', '@example', '.org', 'ž'));
  if (field === 'EMAIL_DOMAIN') return fc.constantFrom('EXAMPLE.org', 'münchen.example', 'org', 'example');
  switch (type) {
    case 'string':
      return word;
    case 'integer':
      return integer.map(String);
    case 'boolean':
      return fc.constantFrom('0', '1', 'true', 'FALSE');
    case 'date':
      return days(today);
    case 'timestamp':
      return fc.oneof(timestamps(today), days(today));
    default:
      return number.map(String);
  }
}

const activityRules: fc.Arbitrary<ActivityRule> = fc.record(
  {
    operator: fc.constantFrom(...activityOperators),
    mailing_id: fc.constantFrom(...mailings),
    days: fc.integer({ min: 1, max: 45 }),
  },
  { requiredKeys: ['operator'] },
);

function rules(today: string): fc.Arbitrary<Rule> {
  return fc.oneof({ weight: 3, arbitrary: fieldRules(today) }, { weight: 1, arbitrary: activityRules });
}

function fieldRules(today: string): fc.Arbitrary<FieldRule> {
  return fc.constantFrom(...fields).chain(([field, is_customfield]) => {
    const type = (is_customfield ? customFields.get(field) : fieldType(field))!;
    return fc.constantFrom(...operatorsFor(field, is_customfield, type)).chain((operator) => {
      const head = { field, is_customfield, operator, type };
      const normal = (value: string) => {
        const read = readRuleValue(head, value);
        if ('fault' in read) throw new Error(`${field} ${operator} ${value}: ${read.fault}`);
        return read.value;
      };
      const within = operator === 'WITHIN_DAYS' ? fc.integer({ min: 1, max: 40 }) : fc.integer({ min: 0, max: 40 });
      const counted = operator === 'WITHIN_DAYS' || operator === 'ANNIVERSARY';
      const value = (counted ? within.map(String) : ruleValues(field, type, today)).map(normal);
      switch (operandOf(operator)) {
        case 'none':
          return fc.constant<FieldRule>(head);
        case 'value':
          return value.map((one): FieldRule => ({ ...head, value: one }));
        case 'values':
          return fc
            .array(value, operator === 'BETWEEN' ? { minLength: 2, maxLength: 2 } : { minLength: 1, maxLength: 3 })
            .map((several): FieldRule => ({ ...head, values: several }));
      }
    });
  });
}

/** Groups up to four levels deep. */
export function groups(today: string): fc.Arbitrary<Group> {
  const rule = rules(today);
  const level = (depth: number): fc.Arbitrary<Group> =>
    fc.record({
      match: fc.constantFrom<Group['match']>('all', 'any', 'none'),
      rules: fc.array(rule, { maxLength: 3 }),
      groups: depth === 4 ? fc.constant([]) : fc.array(level(depth + 1), { maxLength: 2 }),
    });
  return level(1);
}
