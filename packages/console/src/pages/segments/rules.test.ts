import { expect, test } from 'vitest';
import { sayIn } from '../../words.ts';
import { describeRule, type Rule, readRule } from './rules.ts';

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
  ['activity', 'OPENED', '', { operator: 'OPENED' }, 'Opened a mailing'],
  ['activity', 'NOT_CLICKED', '30', { operator: 'NOT_CLICKED', days: 30 }, 'Clicked in no mailing in the last 30 days'],
])('%s %s %j', (field, operator, value, wanted, words) => {
  const rule = readRule(sayIn('en'), { field, operator, value });
  expect(rule).toEqual(wanted);
  if (wanted !== undefined) expect(describeRule(sayIn('en'), wanted)).toBe(words);
});

test.each([
  ['CITY', 'OPENED', '', '“opened a mailing” belongs to the field “Activity in mailings”.'],
  ['activity', 'EQUALS', 'x', 'Choose what contacts did for the field “Activity in mailings”.'],
  ['activity', 'OPENED', 'soon', 'Days must be a whole number from 1.'],
  ['CITY', 'CONTAINS', '', 'The rule “City contains” needs a value.'],
])('%s %s %j is refused', (field, operator, value, message) => {
  expect(readRule(sayIn('en'), { field, operator, value })).toBe(message);
});

test('a rule about one mailing names it', () => {
  expect(describeRule(sayIn('en'), { operator: 'CLICKED', mailing_id: 7 })).toBe('Clicked in a mailing (mailing 7)');
});
