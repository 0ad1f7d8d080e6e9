import { expect, test } from 'vitest';
import { sayIn } from '../../words.ts';
import { fieldOptions, type NewFieldType, newFieldOf } from './fields.ts';

const valuesOf = (name: string, field: string | undefined, custom: string[], type?: NewFieldType) =>
  fieldOptions(sayIn('en'), { name, field, type }, custom).map(([value]) => value);

test.each<[column: string, field: string | undefined, custom: string[], there: string[], missing: string[]]>([
  ['E-Mail', 'email', [], ['', 'email', 'FIRSTNAME', 'FULLNAME', 'new-string:E-Mail'], []],
  ['Size', 'Size', ['Size'], ['Size'], ['new-string:Size']],
  ['Size', 'GONE', [], ['GONE', 'new-string:Size'], []],
  ['Column 3', undefined, [], [], ['new-string:Column 3']],
  ['a', undefined, [], [], ['new-string:a']],
  ['a|bc', undefined, [], [], ['new-string:a|bc']],
])('options of the column %j', (column, field, custom, there, missing) => {
  const values = valuesOf(column, field, custom);
  expect(values).toEqual(expect.arrayContaining(there));
  expect(values.filter((value) => missing.includes(value))).toEqual([]);
  expect(new Set(values).size).toBe(values.length);
});

test('a new field has the type of the values, or is for texts', () => {
  expect(valuesOf('Spent', undefined, [], 'double').slice(-2)).toEqual(['new-double:Spent', 'new-string:Spent']);
});

test.each([
  ['new-string:Shoe size', { name: 'Shoe size', type: 'string' }],
  ['new-date:Since: ever', { name: 'Since: ever', type: 'date' }],
  ['new-hat:x', undefined],
  ['email', undefined],
])('the new field of %j', (choice, wanted) => {
  expect(newFieldOf(choice)).toEqual(wanted);
});
