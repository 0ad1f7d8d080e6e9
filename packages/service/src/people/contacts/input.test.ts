import { expect, test } from 'vitest';
import type { CustomFields } from './custom-fields.ts';
import { readContact } from './input.ts';

const account = new Map([
  ['SHOE_SIZE', { id: 1, type: 'integer' }],
  ['city', { id: 2, type: 'string' }],
]) as unknown as CustomFields;

test.each<[what: string, body: object, standard: object, custom: object]>([
  ['numbers and booleans as text', { ZIP: 39, TITLE: false }, { ZIP: '39', TITLE: 'false' }, {}],
  ['standard fields in lower case', { firstname: 'Ada' }, { FIRSTNAME: 'Ada' }, {}],
  ['a custom field of that very name', { city: 'Paris' }, {}, { 2: 'Paris' }],
  ['upper case is the standard field', { CITY: 'Paris' }, { CITY: 'Paris' }, {}],
])('maps take %s', (_what, map, standard, custom) => {
  const { change, faults } = readContact({ standard_fields: map as never }, account);
  expect([faults, change.standardFields, change.customFields]).toEqual([[], standard, custom]);
});

test('a custom field takes a number', () => {
  expect(readContact({ custom_fields: { SHOE_SIZE: 39 } }, account).change.customFields).toEqual({ 1: 39 });
});

test.each<[body: object, fault: RegExp]>([
  [
    { standard_fields: { FIRSTNAME: 'Ada', firstname: 'Eve' } },
    /^standard field FIRSTNAME is given as "firstname" too$/,
  ],
  [{ standard_fields: { Firstname: 'Ada' } }, /^"Firstname" is not a standard field/],
  [{ standard_fields: [{ name: 'firstname', value: 'Ada' }] }, /^"firstname" is not a standard field/],
  [{ custom_fields: { SHOE_SIZE: 39.5 } }, /SHOE_SIZE/],
])('%j is refused', (body, fault) => {
  expect(readContact(body, account).faults).toEqual([expect.stringMatching(fault)]);
});
