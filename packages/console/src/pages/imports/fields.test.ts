import { expect, test } from 'vitest';
import { sayIn } from '../../words.ts';
import { fieldOptions, newFieldName } from './fields.ts';

const valuesOf = (column: string, field: string | undefined, custom: string[]) =>
  fieldOptions(sayIn('en'), column, field, custom).map(([value]) => value);

test.each<[column: string, field: string | undefined, custom: string[], there: string[], missing: string[]]>([
  ['E-Mail', 'email', [], ['', 'email', 'FIRSTNAME', 'FULLNAME', 'new:E-Mail'], []],
  ['Size', 'Size', ['Size'], ['Size'], ['new:Size']],
  ['Size', 'GONE', [], ['GONE', 'new:Size'], []],
  ['Column 3', undefined, [], [], ['new:Column 3']],
  ['a', undefined, [], [], ['new:a']],
  ['a|bc', undefined, [], [], ['new:a|bc']],
])('options of the column %j', (column, field, custom, there, missing) => {
  const values = valuesOf(column, field, custom);
  expect(values).toEqual(expect.arrayContaining(there));
  expect(values.filter((value) => missing.includes(value))).toEqual([]);
  expect(new Set(values).size).toBe(values.length);
});

test.each([
  ['new:Shoe size', 'Shoe size'],
  ['email', undefined],
])('the new field of %j', (choice, wanted) => {
  expect(newFieldName(choice)).toBe(wanted);
});
