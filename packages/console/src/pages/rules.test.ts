import { expect, test } from 'vitest';
import { sayIn } from '../words.ts';
import { describeRule, type Rule, readRule, ruleInput } from './rules.ts';

test.each<[field: string, operator: string, value: string, wanted: Rule | undefined, words: string]>([
  ['', 'EQUALS', 'x', undefined, ''],
  ['CITY', 'EQUALS', 'Paris', { field: 'CITY', operator: 'EQUALS', value: 'Paris' }, 'City is Paris'],
  [
    'custom:Size',
    'BETWEEN',
    '38, 42',
    { is_customfield: true, field: 'Size', operator: 'BETWEEN', values: ['38', '42'] },
    'Size is between 38, 42',
  ],
  ['ZIP', 'IN', '1,, 2', { field: 'ZIP', operator: 'IN', values: ['1', '2'] }, 'Postal code is one of 1, 2'],
  ['EXTERNAL_ID', 'EMPTY', 'x', { field: 'EXTERNAL_ID', operator: 'EMPTY' }, 'External id is empty'],
  ['activity', 'OPENED', '', { operator: 'OPENED' }, 'opened a mailing'],
  ['activity', 'NOT_CLICKED', '30', { operator: 'NOT_CLICKED', days: 30 }, 'clicked in no mailing in the last 30 days'],
])('%s %s %j', (field, operator, value, wanted, words) => {
  const rule = readRule(sayIn('en'), { field, operator, value, mailing: '' });
  expect(rule).toEqual(wanted);
  if (wanted === undefined) return;
  expect(describeRule(sayIn('en'), wanted)).toBe(words);
  expect(readRule(sayIn('en'), ruleInput(wanted))).toEqual(wanted);
});

test.each([
  ['CITY', 'OPENED', '', '“opened a mailing” belongs to the field “Activity in mailings”.'],
  ['activity', 'EQUALS', 'x', 'Choose what contacts did for the field “Activity in mailings”.'],
  ['activity', 'OPENED', 'soon', 'Days must be a whole number from 1.'],
  ['CITY', 'CONTAINS', '', 'The rule “City contains” needs a value.'],
])('%s %s %j is refused', (field, operator, value, message) => {
  expect(readRule(sayIn('en'), { field, operator, value, mailing: '' })).toBe(message);
});

test('a rule about one mailing names it', () => {
  const input = { field: 'activity', operator: 'NOT_OPENED', value: '', mailing: '7 – Spring' };
  const rule = readRule(sayIn('en'), input) as Rule;
  expect(rule).toEqual({ operator: 'NOT_OPENED', mailing_id: 7 });
  expect(describeRule(sayIn('en'), rule, new Map([[7, 'Spring']]))).toBe('did not open “Spring”');
  expect(readRule(sayIn('en'), { ...input, mailing: 'Spring' })).toContain('from the list');
});

test('days are said in words', () => {
  expect(describeRule(sayIn('en'), { field: 'BIRTHDAY', operator: 'ANNIVERSARY', value: '3' })).toBe(
    'Birthday has its anniversary within 3 days',
  );
});
