import { expect, test } from 'vitest';
import type { Contact } from '../contacts/store.ts';
import type { ProfileField } from './fields.ts';
import { profileValue, readProfile } from './values.ts';

const firstName: ProfileField = { kind: 'standard', name: 'FIRSTNAME' };
const birthday: ProfileField = { kind: 'standard', name: 'BIRTHDAY' };
const nameDay: ProfileField = { kind: 'standard', name: 'NAMEDAY' };
const shoes: ProfileField = { kind: 'custom', name: 'SHOE SIZE', id: 7, type: 'integer' };
const news: ProfileField = { kind: 'custom', name: 'NEWS', id: 8, type: 'boolean' };
const contact = {
  standard_fields: { FIRSTNAME: 'Ada', NAMEDAY: '2000-12-24 00:00:00' },
  custom_fields: { 7: 38, 8: false },
} as unknown as Contact;

const nothing = { standardFields: {}, customFields: {} };
test.each<[string, [ProfileField, string][], object, ProfileField[]]>([
  ['another name', [[firstName, 'Grace']], { standardFields: { FIRSTNAME: 'Grace' }, customFields: {} }, []],
  ['no name', [[firstName, '']], { standardFields: { FIRSTNAME: null }, customFields: {} }, []],
  [
    'all as it was',
    [
      [firstName, 'Ada'],
      [birthday, ''],
      [shoes, '38'],
      [news, 'false'],
    ],
    nothing,
    [],
  ],
  [
    'typed values',
    [
      [shoes, '39'],
      [news, 'true'],
    ],
    { standardFields: {}, customFields: { 7: 39, 8: true } },
    [],
  ],
  ['no number', [[shoes, '']], { standardFields: {}, customFields: { 7: null } }, []],
  [
    'wrong values',
    [
      [shoes, 'big'],
      [birthday, '2001-02-29'],
    ],
    nothing,
    [shoes, birthday],
  ],
])('%s', (_, texts, change, refused) => {
  const read = readProfile(contact, new Map(texts));
  expect(read.change).toMatchObject(change);
  expect([...read.refused]).toEqual(refused);
});

test.each([
  [firstName, 'Ada'],
  [birthday, ''],
  [nameDay, '2000-12-24'],
  [shoes, '38'],
  [news, 'false'],
])('%j is %j', (field, text) => {
  expect(profileValue(contact, field)).toBe(text);
});
