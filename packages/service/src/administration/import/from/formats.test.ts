import { expect, test } from 'vitest';
import { csvRows, type SourceRow } from '../../../imports/index.ts';
import { readTable } from '../table.ts';
import { type FormatName, formats } from './formats.ts';

const customFields = new Map(['city', 'age', 'VIP', 'SMS'].map((name) => [name, 'string' as const]));

async function read(
  from: FormatName,
  name: string,
  text: string,
  { isStateGiven = false, leftOut = [] }: { isStateGiven?: boolean; leftOut?: string[] } = {},
): Promise<SourceRow[]> {
  async function* file() {
    yield text;
  }
  const foreign = {
    format: formats[from],
    name,
    isStateGiven,
    onLeftOut: (names: readonly string[]) => leftOut.push(...names),
  };
  const options = { mapping: new Map(), customFields, foreign, onColumns: () => {} };
  const rows: SourceRow[] = [];
  for await (const row of readTable(csvRows(file()), options)) rows.push(row);
  return rows;
}

/** The columns of each system's exports, in their order; where they are documented stands beside each format. */
const listmonk = 'uuid,email,name,attributes,status,created_at,updated_at';
const mailchimp =
  'Email Address,First Name,Last Name,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,LATITUDE,LONGITUDE,GMTOFF,DSTOFF,TIMEZONE,CC,REGION,LAST_CHANGED,LEID,EUID,NOTES,TAGS';
const member = '2,,,"2025-03-16 14:40:47",,,,,,,DE,BY,"2025-03-16 14:40:47",177,c2cb0681af,,';
const brevo = 'CONTACT ID;EMAIL;FIRSTNAME;LASTNAME;SMS;DOUBLE_OPT-IN;EMAIL_MARKETING;ADDED_TIME;MODIFIED_TIME';

const ada = { email: 'ada@example.org', standard_fields: [{ name: 'FULLNAME', value: 'Ada L' }] };
const carl = {
  email: 'carl@example.org',
  standard_fields: [
    { name: 'FIRSTNAME', value: 'Carl' },
    { name: 'LASTNAME', value: 'B' },
  ],
};
const vip = { custom_fields: [{ name: 'VIP', value: 'true' }] };
const inListmonk = (attributes: string, status: string) =>
  `${listmonk}\n6b7e,ada@example.org,Ada L,"${attributes.replaceAll('"', '""')}",${status},2026-01-02 03:04:05.6 +0000 UTC,`;
const inMailchimp = (tags: string) => `${mailchimp}\ncarl@example.org,Carl,B,${member}"${tags.replaceAll('"', '""')}"`;
const inBrevo = (optIn: string, state: string) =>
  `${brevo}\n7;carl@example.org;Carl;B;;${optIn};${state};02-01-2026;02-01-2026`;

test.each<[what: string, from: FormatName, file: string, text: string, wanted: Partial<SourceRow>]>([
  ['enabled', 'listmonk', 'subscribers.csv', inListmonk('{}', 'enabled'), { contact: ada }],
  [
    'attributes with a field',
    'listmonk',
    'subscribers.csv',
    inListmonk('{"city":"Ulm","age":7,"other":1,"deep":{"city":"X"}}', 'enabled'),
    {
      contact: {
        ...ada,
        custom_fields: [
          { name: 'city', value: 'Ulm' },
          { name: 'age', value: '7' },
        ],
      },
    },
  ],
  ['blocklisted', 'listmonk', 'a.csv', inListmonk('{}', 'blocklisted'), { contact: ada, suppression: 'unsubscribed' }],
  ['disabled', 'listmonk', 'a.csv', inListmonk('', 'disabled'), { fault: expect.stringContaining('disabled') }],
  ['broken attributes', 'listmonk', 'a.csv', inListmonk('{', 'enabled'), { fault: expect.stringContaining('JSON') }],
  ['another status', 'listmonk', 'a.csv', inListmonk('', 'odd'), { fault: expect.stringContaining('"odd"') }],

  ['subscribed', 'mailchimp', 'subscribed_members_export_1.csv', inMailchimp(''), { contact: carl }],
  [
    'tags',
    'mailchimp',
    'subscribed.csv',
    inMailchimp('"VIP","Unknown"'),
    { contact: { ...carl, ...vip }, tags: ['Unknown'] },
  ],
  ['non-subscribed', 'mailchimp', 'nonsubscribed_1.csv', inMailchimp(''), { contact: carl, permission: 1 }],
  ['unsubscribed', 'mailchimp', 'Unsubscribed_1.csv', inMailchimp(''), { contact: carl, suppression: 'unsubscribed' }],
  [
    'unsubscribed, by its column',
    'mailchimp',
    'renamed.csv',
    inMailchimp('').replace('TAGS\n', 'TAGS,UNSUB_TIME\n').concat(',2025-01-02 03:04:05'),
    { contact: carl, suppression: 'unsubscribed' },
  ],
  [
    'cleaned, by its column',
    'mailchimp',
    'renamed.csv',
    inMailchimp('').replace('TAGS\n', 'TAGS,CLEAN_TIME\n').concat(',2025-01-02 03:04:05'),
    { contact: carl, suppression: 'blocked' },
  ],

  ['subscribed', 'brevo', 'a.csv', inBrevo('', 'Subscribed'), { contact: carl }],
  ['confirmed', 'brevo', 'a.csv', inBrevo('1', 'Subscribed'), { contact: carl, permission: 4 }],
  ['confirmed', 'brevo', 'a.csv', inBrevo('Yes', ''), { contact: carl, permission: 4 }],
  ['unsubscribed', 'brevo', 'a.csv', inBrevo('1', 'Unsubscribed'), { contact: carl, suppression: 'unsubscribed' }],
  ['blocklisted', 'brevo', 'a.csv', inBrevo('', 'blocklisted'), { contact: carl, suppression: 'unsubscribed' }],
  [
    'blocklisted, in a column for that',
    'brevo',
    'a.csv',
    inBrevo('', 'yes').replace('EMAIL_MARKETING', 'EMAIL_BLOCKLISTED'),
    { contact: carl, suppression: 'unsubscribed' },
  ],
  ['another status', 'brevo', 'a.csv', inBrevo('', 'odd'), { fault: expect.stringContaining('not known') }],
])('%s, %s, %s', async (_what, from, file, text, wanted) => {
  const line = expect.any(Number);
  expect(await read(from, file, text)).toEqual([{ line, ...wanted }]);
});

test.each<[what: string, from: FormatName, text: string, fault: RegExp]>([
  ['another system', 'listmonk', inMailchimp(''), /no column uuid, email/],
  ['no status', 'brevo', 'EMAIL;FIRSTNAME\na@example.org;A', /--state/],
])('a file of %s is refused', async (_what, from, text, fault) => {
  await expect(read(from, 'a.csv', text)).rejects.toThrow(fault);
});

test('contacts that are exported by their state need no column for it', async () => {
  expect(await read('brevo', 'a.csv', 'EMAIL\na@example.org', { isStateGiven: true })).toMatchObject([
    { contact: { email: 'a@example.org' } },
  ]);
});

test.each<[from: FormatName, text: string, names: string[]]>([
  [
    'listmonk',
    inListmonk('{"city":"Ulm","other":1,"deep":{"city":"X"},"none":null}', 'enabled'),
    ['other', 'deep', 'none'],
  ],
  ['mailchimp', inMailchimp('"VIP","Unknown","Blog, readers"'), ['Blog, readers']],
  ['mailchimp', inMailchimp('"VIP"'), []],
])('values of %s that no field takes are told by their names: %#', async (from, text, names) => {
  const leftOut: string[] = [];
  await read(from, 'a.csv', text, { leftOut });
  expect(leftOut).toEqual(names);
});
