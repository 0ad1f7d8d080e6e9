import type { SynchronizedContact } from '@mailwright/server';
import { expect, test } from 'vitest';
import type { KnownBy } from './options.ts';
import { validateContacts } from './validate.ts';

const types = ['string', 'integer', 'float', 'double', 'boolean', 'date', 'timestamp'] as const;
const fields = new Map(types.map((type, id) => [`MY_${type.toUpperCase()}`, { id, type }]));
const long = 'é'.repeat(256);
const email = 'ada@example.org';
const standard = (name: string, value: string): SynchronizedContact => ({ email, standard_fields: [{ name, value }] });
const custom = (name: string, value: string): SynchronizedContact => ({ email, custom_fields: [{ name, value }] });

test.each<[code: number, field: string, contact: SynchronizedContact, knownBy?: KnownBy]>([
  [1, 'external_id', { email }, 'external id'],
  [1, 'external_id', { email, external_id: null }, 'external id'],
  [2, 'email', {}],
  [2, 'email', { email: '' }],
  [2, 'email', { email: null, id: 7 }],
  [2, 'email', { external_id: 'a' }, 'service id'],
  [3, 'email', { email: 'ada' }],
  [3, 'email', { email: 'ada', external_id: 'a' }, 'external id'],
  [6, 'ADDRESS', standard('ADDRESS', long)],
  [7, 'CITY', standard('CITY', long)],
  [8, 'FIRSTNAME', standard('FIRSTNAME', long)],
  [9, 'FULLNAME', standard('FULLNAME', long)],
  [10, 'HNR', standard('HNR', long)],
  [11, 'LASTNAME', standard('LASTNAME', long)],
  [12, 'ORGANIZATION', standard('ORGANIZATION', long)],
  [13, 'REGION', standard('REGION', long)],
  [14, 'STATE', standard('STATE', long)],
  [15, 'TITLE', standard('TITLE', long)],
  [16, 'ZIP', standard('ZIP', long)],
  [17, 'BIRTHDAY', standard('BIRTHDAY', '31.12.2000')],
  [18, 'NAMEDAY', standard('NAMEDAY', '2001-02-29')],
  [19, 'GENDER', standard('GENDER', 'x')],
  [20, 'LOCALE', standard('LOCALE', 'english')],
  [21, 'HAT', custom('HAT', '1')],
  [21, 'COLOUR', standard('COLOUR', 'red')],
  [22, 'MY_BOOLEAN', custom('MY_BOOLEAN', 'yes')],
  [23, 'MY_FLOAT', custom('MY_FLOAT', '1,5')],
  [24, 'MY_DOUBLE', custom('MY_DOUBLE', 'NaN')],
  [25, 'MY_INTEGER', custom('MY_INTEGER', '2147483648')],
  [26, 'MY_STRING', custom('MY_STRING', long)],
  [26, 'COUNTRY', standard('COUNTRY', long)],
  [26, 'SALUTATION', standard('SALUTATION', long)],
  [26, 'external_id', { email, external_id: long }],
  [27, 'MY_TIMESTAMP', custom('MY_TIMESTAMP', '2031-01-01')],
  [27, 'MY_DATE', custom('MY_DATE', '2031-13-01')],
])('code %i, %s: %j', async (code, error_field, contact, knownBy = 'email') => {
  const { entries, invalid } = await validateContacts([contact], fields, knownBy);
  expect(entries).toEqual([]);
  expect(invalid).toEqual([{ contact, fault: { code, error_field } }]);
});

test.each<[code: number, knownBy: KnownBy, first: SynchronizedContact, second: SynchronizedContact]>([
  [4, 'external id', { external_id: 'a' }, { external_id: 'a', email }],
  [5, 'email', { email }, { email: 'ADA@EXAMPLE.ORG' }],
  [5, 'service id', { id: 7 }, { id: 7, email }],
])('code %i: twice in the call by %s', async (code, knownBy, first, second) => {
  const { entries, invalid } = await validateContacts([first, second], fields, knownBy);
  expect(entries.map(({ contact }) => contact)).toEqual([first]);
  expect(invalid).toMatchObject([{ contact: second, fault: { code } }]);
});

test.each<[contact: SynchronizedContact, knownBy: KnownBy]>([
  [{ email, external_id: 'a'.repeat(255) }, 'email'],
  [{ external_id: 'a' }, 'external id'],
  [{ id: 7, email: null }, 'service id'],
  [standard('FIRSTNAME', 'é'.repeat(255)), 'email'],
  [custom('MY_BOOLEAN', 'TRUE'), 'email'],
])('valid: %j by %s', async (contact, knownBy) => {
  expect(await validateContacts([contact], fields, knownBy)).toMatchObject({ entries: [{ contact }], invalid: [] });
});

test('the same address may be given to several external ids', async () => {
  const contacts = [
    { external_id: 'a', email },
    { external_id: 'b', email },
  ];
  expect((await validateContacts(contacts, fields, 'external id')).invalid).toEqual([]);
});
